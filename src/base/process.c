#include "base/process.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void arguments_add(struct arguments *arguments, const char *word)
{
    MEM_GROW(arguments->words, arguments->count + 1, arguments->capacity);
    arguments->words[arguments->count++] = word;
    arguments->words[arguments->count] = NULL;
}

void arguments_fini(struct arguments *arguments)
{
    free(arguments->words);
    *arguments = (struct arguments){0};
}

static int is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* Where tools are looked for without a PATH: by us, and by the compiler that looks for its linker.
 */
#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

char *process_find(const char *name)
{
    if (strchr(name, '/')) return is_executable(name) ? mem_strdup(name) : NULL;
    const char *list = getenv("PATH");
    if (!list) list = DEFAULT_PATH;
    while (*list) {
        const char *end = strchrnul(list, ':');
        struct str path;
        str_init(&path);
        str_add(&path, list, (size_t)(end - list));
        str_adds(&path, path.length ? "/" : "./");
        str_adds(&path, name);
        if (is_executable(path.text)) return str_take(&path);
        str_fini(&path);
        list = *end ? end + 1 : end;
    }
    return NULL;
}

/* Moves what has arrived at `fd` into `into`; 0 at the end. */
static int drain(int fd, struct str *into)
{
    char buffer[16384];
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got > 0 && into) str_add(into, buffer, (size_t)got);
    return got > 0;
}

static void collect(int fds[2], struct str *into[2])
{
    struct pollfd waiting[2] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; i++) {
            if (waiting[i].fd < 0 || !waiting[i].revents) continue;
            if (!drain(waiting[i].fd, into[i])) waiting[i].fd = -1;
        }
    }
}

/* The environment with some variables set; the array is the caller's, its strings are not. */
static char **environment_of(const struct process *process)
{
    size_t inherited = 0, added = 0, count = 0;
    while (environ[inherited])
        inherited++;
    while (process->set && process->set[added])
        added++;
    char **all = mem_array(inherited + added + 2, sizeof *all);
    for (size_t i = 0; i < inherited; i++) {
        bool replaced = false;
        for (size_t k = 0; k < added && !replaced; k++) {
            size_t name = (size_t)(strchrnul(process->set[k], '=') - process->set[k]) + 1;
            replaced = strncmp(environ[i], process->set[k], name) == 0;
        }
        if (!replaced) all[count++] = environ[i];
    }
    for (size_t k = 0; k < added; k++)
        all[count++] = (char *)process->set[k];
    if (!getenv("PATH")) all[count++] = (char *)"PATH=" DEFAULT_PATH;
    return all;
}

/* Starts it with its ends of the pipes as stdout and stderr. 0 or an errno. */
static int start(const struct process *process, int out, int errors, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_adddup2(&actions, errors, 2);
    if (process->folder) posix_spawn_file_actions_addchdir_np(&actions, process->folder);
    posix_spawnattr_init(&attributes);
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char **environment = environment_of(process);
    int status = posix_spawnp(child, process->argv[0], &actions, &attributes,
                              (char *const *)process->argv, environment);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

int process_run(const struct process *process, struct error *err)
{
    int out[2], errors[2];
    if (pipe2(out, O_CLOEXEC)) return error_set(err, "no pipe: %s", strerror(errno));
    if (pipe2(errors, O_CLOEXEC)) {
        close(out[0]);
        close(out[1]);
        return error_set(err, "no pipe: %s", strerror(errno));
    }
    pid_t child;
    int failure = start(process, out[1], errors[1], &child);
    close(out[1]);
    close(errors[1]);
    int status = 0;
    if (!failure) {
        collect((int[2]){out[0], errors[0]}, (struct str *[2]){process->output, process->errors});
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    close(out[0]);
    close(errors[0]);
    if (failure) {
        return error_set(err, failure == ENOENT ? "%s: not found" : "%s: %s", process->argv[0],
                         strerror(failure));
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

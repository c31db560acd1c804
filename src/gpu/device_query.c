#include "gpu/device_query.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWER_SECONDS = 30, CU_MAJOR = 75, CU_MINOR = 76 };

enum answer_status { NO_DRIVER, DRIVER_FAILED, ANSWERED };

struct answer {
    enum answer_status status;
    int error; /* CUresult of cuInit */
    struct gpu_device device;
};

/* The driver's interface, by name: syncstep itself is not linked with it. */
struct driver {
    int (*init)(unsigned flags);
    int (*version)(int *version);
    int (*count)(int *count);
    int (*get)(int *device, int ordinal);
    int (*name)(char *name, int length, int device);
    int (*attribute)(int *value, int which, int device);
};

static int load_driver(struct driver *driver)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return -1;
    *(void **)&driver->init = dlsym(library, "cuInit");
    *(void **)&driver->version = dlsym(library, "cuDriverGetVersion");
    *(void **)&driver->count = dlsym(library, "cuDeviceGetCount");
    *(void **)&driver->get = dlsym(library, "cuDeviceGet");
    *(void **)&driver->name = dlsym(library, "cuDeviceGetName");
    *(void **)&driver->attribute = dlsym(library, "cuDeviceGetAttribute");
    return driver->init && driver->version && driver->count && driver->get && driver->name &&
                   driver->attribute
               ? 0
               : -1;
}

static void ask(unsigned number, struct answer *answer)
{
    struct driver driver;
    int device;
    answer->status = NO_DRIVER;
    if (load_driver(&driver) != 0) return;
    answer->status = DRIVER_FAILED;
    driver.version(&answer->device.driver);
    answer->error = driver.init(0);
    if (answer->error != 0 || driver.count(&answer->device.count) != 0) return;
    answer->status = ANSWERED;
    if ((int)number >= answer->device.count || driver.get(&device, (int)number) != 0) return;
    driver.name(answer->device.name, (int)sizeof answer->device.name - 1, device);
    driver.attribute(&answer->device.major, CU_MAJOR, device);
    driver.attribute(&answer->device.minor, CU_MINOR, device);
}

static int read_answer(int descriptor, struct answer *answer)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    int ready;
    do
        ready = poll(&wait, 1, ANSWER_SECONDS * 1000);
    while (ready < 0 && errno == EINTR);
    return ready == 1 && read(descriptor, answer, sizeof *answer) == (ssize_t)sizeof *answer ? 0
                                                                                             : -1;
}

static int ask_child(unsigned number, struct answer *answer, struct error *err)
{
    int ends[2];
    if (pipe(ends) != 0) return error_set(err, "cannot ask for the GPU: %s", strerror(errno));
    const pid_t child = fork();
    if (child == 0) {
        struct answer mine = {.status = NO_DRIVER};
        close(ends[0]);
        ask(number, &mine);
        _exit(write(ends[1], &mine, sizeof mine) == (ssize_t)sizeof mine ? 0 : 1);
    }
    close(ends[1]);
    const int status = child > 0 ? read_answer(ends[0], answer) : -1;
    close(ends[0]);
    if (child > 0) {
        if (status != 0) kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return status == 0 ? 0 : error_set(err, "the NVIDIA driver does not answer");
}

int gpu_device_query(unsigned number, struct gpu_device *device, struct error *err)
{
    struct answer answer = {.status = NO_DRIVER};
    if (ask_child(number, &answer, err) != 0) return -1;
    if (answer.status == NO_DRIVER)
        return error_set(err, "no GPU here: the NVIDIA driver (libcuda.so.1) is not installed");
    if (answer.status == DRIVER_FAILED)
        return error_set(err, "no GPU here: the NVIDIA driver does not start (CUDA error %d)",
                         answer.error);
    if (answer.device.count == 0)
        return error_set(err, "no GPU here: the NVIDIA driver finds no device");
    if (answer.device.major == 0)
        return error_set(err, "there is no GPU %u: this machine has %d, numbered from 0", number,
                         answer.device.count);
    *device = answer.device;
    return 0;
}

#include "app/config.h"

#include "app/keys.h"
#include "base/paths.h"
#include "canvas/theme.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

struct reader {
    struct config *config;
    const char *(*ending)(uint32_t i);
    struct error err; /* of the first line that is wrong */
    bool failed;
};

static int refuse(struct reader *reader, const char *what, const char *value)
{
    error_set(&reader->err, "%s \"%s\"", what, value);
    reader->failed = true;
    return 0;
}

/* They are few: all of them are told. */
static int refuse_format(struct reader *reader, const char *value)
{
    char all[128] = "";
    size_t used = 0;
    for (uint32_t i = 0; reader->ending(i) && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                                 reader->ending(i));
    error_set(&reader->err, "a format of screenshots is one of %s, not \"%s\"", all, value);
    reader->failed = true;
    return 0;
}

static int read_flag(struct reader *reader, const char *value, bool *flag, bool when)
{
    bool yes = strcasecmp(value, "yes") == 0 || strcasecmp(value, "on") == 0 ||
               strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0;
    bool no = strcasecmp(value, "no") == 0 || strcasecmp(value, "off") == 0 ||
              strcasecmp(value, "false") == 0 || strcmp(value, "0") == 0;
    if (!yes && !no) return refuse(reader, "yes or no is wanted, not", value);
    *flag = yes == when;
    return 1;
}

static int read_viewer(struct reader *reader, const char *name, const char *value)
{
    struct config *config = reader->config;
    if (strcmp(name, "theme") == 0) {
        config->theme = theme_find(value);
        return config->theme < 0 ? refuse(reader, "there is no theme named", value) : 1;
    }
    if (strcmp(name, "speed") == 0) {
        char *end;
        double speed = strtod(value, &end);
        if (end == value || *end || !(speed >= 0.25 && speed <= 16))
            return refuse(reader, "speed is from 0.25 to 16 steps a second, not", value);
        config->speed = (int)(speed * 4 + 0.5);
        return 1;
    }
    if (strcmp(name, "format") == 0) {
        for (uint32_t i = 0; reader->ending(i); i++)
            if (strcasecmp(reader->ending(i), value) == 0) {
                snprintf(config->format, sizeof config->format, "%s", reader->ending(i));
                return 1;
            }
        return refuse_format(reader, value);
    }
    if (strcmp(name, "animation") == 0)
        return read_flag(reader, value, &config->no_animation, false);
    if (strcmp(name, "mouse") == 0) return read_flag(reader, value, &config->mouse, true);
    if (strcmp(name, "ascii") == 0) return read_flag(reader, value, &config->ascii, true);
    return refuse(reader, "there is no setting named", name);
}

static int read_line(void *context, const char *section, const char *name, const char *value)
{
    struct reader *reader = context;
    if (reader->failed) return 0;
    if (strcmp(section, "viewer") == 0) return read_viewer(reader, name, value);
    if (strcmp(section, "keys") != 0) return refuse(reader, "there is no section named", section);
    if (keys_bind(name, value, &reader->err) == 0) return 1;
    reader->failed = true;
    return 0;
}

/* Once all lines have been read: keys may be exchanged, so that none is taken before. */
static int check_line(void *context, const char *section, const char *name, const char *value)
{
    struct reader *reader = context;
    (void)value;
    if (reader->failed) return 0;
    if (strcmp(section, "keys") != 0 || keys_check_bound(name, &reader->err) == 0) return 1;
    reader->failed = true;
    return 0;
}

static int load(struct config *config, const char *path, const char *(*ending)(uint32_t i),
                struct error *err)
{
    struct reader reader = {.config = config, .ending = ending};
    struct stat status;
    FILE *file = fopen(path, "r");
    if (!file) return errno == ENOENT ? 0 : error_set(err, "%s: %s", path, strerror(errno));
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file); /* it would read as an empty file */
        return error_set(err, "%s: that is a folder", path);
    }
    int line = ini_parse_file(file, read_line, &reader);
    if (line == 0) {
        rewind(file);
        line = ini_parse_file(file, check_line, &reader);
    }
    fclose(file);
    if (line == 0) return 0;
    return error_set(err, "%s:%d: %s", path, line,
                     reader.failed ? reader.err.text : "neither a section nor NAME = VALUE");
}

int config_load(struct config *config, const char *path, const char *(*ending)(uint32_t i),
                struct error *err)
{
    *config = (struct config){.theme = -1};
    if (path) return load(config, path, ending, err);
    char *folder = path_config();
    if (!folder) return 0;
    char *usual = path_join(folder, "config");
    int status = load(config, usual, ending, err);
    free(usual);
    free(folder);
    return status;
}

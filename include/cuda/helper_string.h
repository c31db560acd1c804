/* helper_string.h - the command line helpers of NVIDIA's samples. */
#ifndef SYNCSTEP_HELPER_STRING_H
#define SYNCSTEP_HELPER_STRING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, length, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(handle, name, mode) ((handle) = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) ((result) == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STDOUT
#define STDOUT stdout
#endif

inline int stringRemoveDelimiter(char delimiter, const char *text)
{
    int start = 0;
    while (text[start] == delimiter)
        start++;
    return text[start] ? start : 0;
}

/* The text behind `-name`, `--name` or `name=` in the arguments, NULL if it is not there; "" when
 * it has no value. */
inline const char *ss_argument(int argc, const char **argv, const char *name)
{
    size_t length = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i] + stringRemoveDelimiter('-', argv[i]);
        if (strncasecmp(text, name, length) == 0 && (text[length] == 0 || text[length] == '='))
            return text[length] ? text + length + 1 : "";
    }
    return NULL;
}
inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)
{
    return ss_argument(argc, argv, name) != NULL;
}
inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
    const char *value = ss_argument(argc, argv, name);
    return value ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)
{
    const char *value = ss_argument(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}
inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value)
{
    const char *text = ss_argument(argc, argv, name);
    *value = (char *)text;
    return text != NULL;
}
template <class ss_T>
inline bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, ss_T *value)
{
    const char *text = ss_argument(argc, argv, name);
    if (text) *value = (ss_T)atoi(text);
    return text != NULL;
}
inline int getFileExtension(char *name, char **extension)
{
    char *dot = strrchr(name, '.');
    *extension = dot ? dot + 1 : NULL;
    return dot ? (int)strlen(dot + 1) : -1;
}

/* Looks beside the program and in data/ below and above it; a string to free, or NULL. */
inline char *sdkFindFilePath(const char *name, const char * = NULL)
{
    static const char *const PLACES[] = {"./", "./data/", "../data/", "../../data/", "../"};
    for (const char *place : PLACES) {
        char *path = (char *)malloc(strlen(place) + strlen(name) + 1);
        strcpy(path, place);
        strcat(path, name);
        FILE *file = fopen(path, "rb");
        if (file) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return NULL;
}

#endif

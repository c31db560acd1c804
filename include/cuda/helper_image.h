/* helper_image.h - comparing arrays and files, loading and saving portable grey- and pixmaps, as
 * NVIDIA's samples do it. */
#ifndef SYNCSTEP_HELPER_IMAGE_H
#define SYNCSTEP_HELPER_IMAGE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MIN_EPSILON_ERROR
#define MIN_EPSILON_ERROR 1e-3f
#endif

/* Elements that differ by epsilon or more may be `threshold` of all. */
template <class ss_T, class ss_S>
inline bool compareData(const ss_T *reference, const ss_T *data, const unsigned int count,
                        const ss_S epsilon, const float threshold)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++)
        if (fabs((double)reference[i] - (double)data[i]) > (double)epsilon) wrong++;
    return threshold == 0.0f ? wrong == 0 : (float)wrong <= (float)count * threshold;
}
template <class ss_T, class ss_S>
inline bool compareDataAsFloatThreshold(const ss_T *reference, const ss_T *data, const unsigned int count,
                                        const ss_S epsilon, const float threshold)
{
    return compareData(reference, data, count,
                       epsilon < (ss_S)MIN_EPSILON_ERROR ? (ss_S)MIN_EPSILON_ERROR : epsilon, threshold);
}
template <class ss_T> inline bool sdkCompareData(const ss_T *reference, const ss_T *data, unsigned int count)
{
    return compareData(reference, data, count, 0.0, 0.0f);
}

/* The error's norm against the reference's. */
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int count,
                           const float epsilon)
{
    float error = 0, size = 0;
    for (unsigned i = 0; i < count; i++) {
        float difference = reference[i] - data[i];
        error += difference * difference;
        size += reference[i] * reference[i];
    }
    return fabsf(size) >= 1e-7f && sqrtf(error) / sqrtf(size) < epsilon;
}

/* ---- P5 and P6 files ---- */

inline bool ss_read_image(const char *name, unsigned char **data, unsigned *width, unsigned *height,
                          unsigned *channels)
{
    FILE *file = fopen(name, "rb");
    if (!file) return false;
    char line[256], magic = 0;
    unsigned fields = 0, most = 0;
    while (fields < 4 && fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        if (fields == 0)
            fields += (unsigned)(sscanf(line, "P%c %u %u %u", &magic, width, height, &most));
        else if (fields == 1)
            fields += (unsigned)sscanf(line, "%u %u %u", width, height, &most);
        else if (fields == 2)
            fields += (unsigned)sscanf(line, "%u %u", height, &most);
        else
            fields += (unsigned)sscanf(line, "%u", &most);
    }
    *channels = magic == '5' ? 1 : magic == '6' ? 3 : 0;
    bool good = fields == 4 && *channels && *width < 65536 && *height < 65536;
    size_t bytes = good ? (size_t)*width * *height * *channels : 0;
    *data = good ? (unsigned char *)malloc(bytes ? bytes : 1) : NULL;
    good = good && fread(*data, 1, bytes, file) == bytes;
    fclose(file);
    return good;
}
inline bool ss_write_image(const char *name, const unsigned char *data, unsigned width,
                           unsigned height, unsigned channels)
{
    FILE *file = fopen(name, "wb");
    if (!file) return false;
    fprintf(file, "P%c\n%u\n%u\n255\n", channels == 1 ? '5' : '6', width, height);
    size_t bytes = (size_t)width * height * channels;
    bool good = fwrite(data, 1, bytes, file) == bytes;
    return fclose(file) == 0 && good;
}

template <class ss_T>
inline bool sdkLoadPGM(const char *name, ss_T **data, unsigned int *width, unsigned int *height)
{
    unsigned char *bytes = NULL;
    unsigned channels;
    if (!ss_read_image(name, &bytes, width, height, &channels)) return false;
    size_t count = (size_t)*width * *height * channels;
    if (!*data) *data = (ss_T *)malloc(count * sizeof(ss_T));
    for (size_t i = 0; i < count; i++)
        (*data)[i] = sizeof(ss_T) == 1 ? (ss_T)bytes[i] : (ss_T)((ss_T)bytes[i] / (ss_T)255);
    free(bytes);
    return true;
}
template <class ss_T>
inline bool sdkSavePGM(const char *name, ss_T *data, unsigned int width, unsigned int height)
{
    size_t count = (size_t)width * height;
    unsigned char *bytes = (unsigned char *)malloc(count ? count : 1);
    for (size_t i = 0; i < count; i++)
        bytes[i] = sizeof(ss_T) == 1 ? (unsigned char)data[i] : (unsigned char)(data[i] * (ss_T)255);
    bool good = ss_write_image(name, bytes, width, height, 1);
    free(bytes);
    return good;
}
inline bool sdkLoadPPM4(const char *name, unsigned char **data, unsigned int *width,
                        unsigned int *height)
{
    unsigned char *bytes = NULL;
    unsigned channels;
    if (!ss_read_image(name, &bytes, width, height, &channels)) return false;
    size_t count = (size_t)*width * *height;
    if (!*data) *data = (unsigned char *)malloc(count * 4);
    for (size_t i = 0; i < count; i++) {
        for (unsigned c = 0; c < 3; c++)
            (*data)[i * 4 + c] = bytes[i * channels + (channels == 3 ? c : 0)];
        (*data)[i * 4 + 3] = 0;
    }
    free(bytes);
    return true;
}
inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned int width,
                          unsigned int height)
{
    size_t count = (size_t)width * height;
    unsigned char *bytes = (unsigned char *)malloc(count ? count * 3 : 1);
    for (size_t i = 0; i < count; i++)
        memcpy(bytes + i * 3, data + i * 4, 3);
    bool good = ss_write_image(name, bytes, width, height, 3);
    free(bytes);
    return good;
}
inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned int *width,
                          unsigned int *height)
{
    return sdkLoadPPM4(name, data, width, height);
}
template <class ss_T, class ss_S>
inline bool sdkWriteFile(const char *name, const ss_T *data, unsigned int count, const ss_S, bool verbose,
                         bool append = false)
{
    FILE *file = fopen(name, append ? "a" : "w");
    if (!file) {
        if (verbose) fprintf(stderr, "sdkWriteFile() : Opening file failed: %s\n", name);
        return false;
    }
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%g ", (double)data[i]);
    return fclose(file) == 0;
}
template <class ss_T>
inline bool sdkReadFile(const char *name, ss_T **data, unsigned int *count, bool verbose)
{
    FILE *file = fopen(name, "r");
    if (!file) {
        if (verbose) fprintf(stderr, "sdkReadFile() : Opening file failed: %s\n", name);
        return false;
    }
    unsigned used = 0, room = 64;
    ss_T *values = (ss_T *)malloc(room * sizeof(ss_T));
    for (double value; fscanf(file, "%lf", &value) == 1;) {
        if (used == room) values = (ss_T *)realloc(values, (room *= 2) * sizeof(ss_T));
        values[used++] = (ss_T)value;
    }
    fclose(file);
    if (*data) {
        memcpy(*data, values, (used < *count ? used : *count) * sizeof(ss_T));
        free(values);
    } else {
        *data = values;
        *count = used;
    }
    return true;
}

#endif

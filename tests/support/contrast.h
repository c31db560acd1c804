/* contrast.h - WCAG 2.1's contrast ratio of two colours 0xRRGGBB: 4.5 for text (1.4.3), 3 for
 * shapes (1.4.11). Link with -lm. */
#ifndef TESTS_SUPPORT_CONTRAST_H
#define TESTS_SUPPORT_CONTRAST_H

#include <math.h>
#include <stdint.h>

/* WCAG 2.1, definition of relative luminance and of contrast ratio. */
static inline double contrast_channel(uint32_t value)
{
    double c = value / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static inline double contrast_luminance(uint32_t rgb)
{
    return 0.2126 * contrast_channel(rgb >> 16 & 255) + 0.7152 * contrast_channel(rgb >> 8 & 255) +
           0.0722 * contrast_channel(rgb & 255);
}

static inline double contrast(uint32_t a, uint32_t b)
{
    double x = contrast_luminance(a), y = contrast_luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

#endif

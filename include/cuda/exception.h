/* exception.h - the exception helper of NVIDIA's samples. */
#ifndef SYNCSTEP_EXCEPTION_H
#define SYNCSTEP_EXCEPTION_H

#include <exception>
#include <iostream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

template <class ss_E> class Exception : public ss_E {
  public:
    explicit Exception(const std::string &text) : ss_E(text) {}
    static void throw_it(const char *file, int line, const char *detailed = "-")
    {
        throw Exception(std::string("Exception in file '") + file + "' in line " +
                        std::to_string(line) + "\nDetailed description: " + detailed + "\n");
    }
};
template <class ss_E> inline void handleException(const ss_E &error)
{
    std::cerr << error.what() << std::endl;
    exit(EXIT_FAILURE);
}
#define RUNTIME_EXCEPTION(message)                                                                 \
    Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, message)
#define LOGIC_EXCEPTION(message) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, message)
#define RANGE_EXCEPTION(message) Exception<std::range_error>::throw_it(__FILE__, __LINE__, message)

#endif

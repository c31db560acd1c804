/* Where the members of a structure lie, as debugging information of several ages says it: nvcc
 * writes an expression (DWARF 2), g++ a number. */
#include "base/error.h"
#include "run/dwarf_impl.h"
#include "support/folder.h"
#include "trace/builder.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool find_variable(Dwarf *dwarf, const char *name, Dwarf_Die *found)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (!dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL)) {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, offset + header, &unit) && !dwarf_child(&unit, found)) {
            do
                if (dwarf_tag(found) == DW_TAG_variable && dwarf_name(found) &&
                    strcmp(dwarf_name(found), name) == 0)
                    return true;
            while (!dwarf_siblingof(found, found));
        }
        offset = next;
    }
    return false;
}

static void check_version(const char *flags)
{
    char path[512], command[1200];
    snprintf(path, sizeof path, "%s", folder_file("m.cpp"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("struct pair { float x, y; };\nstruct mixed { char c; pair p[2]; double d; } global;\n",
          file);
    fclose(file);
    snprintf(command, sizeof command, "g++ -g %s -shared -fPIC -o %s.o %s", flags, path, path);
    assert_int_equal(system(command), 0);
    strncat(path, ".o", sizeof path - strlen(path) - 1);
    struct dwarf_program program = {.builder = builder_create(), .fd = open(path, O_RDONLY)};
    Dwarf_Die variable, type;
    program.arena = builder_arena(program.builder);
    program.dwarf = dwarf_begin(program.fd, DWARF_C_READ);
    assert_non_null(program.dwarf);
    assert_true(find_variable(program.dwarf, "global", &variable));
    assert_true(dwarf_follow(&variable, DW_AT_type, &type));
    const struct trace_type *mixed = builder_type_at(program.builder, dwarf_type(&program, &type));
    assert_int_equal(mixed->kind, TRACE_STRUCT);
    assert_int_equal(mixed->field_count, 3);
    assert_int_equal(mixed->fields[1].offset, 4);
    assert_int_equal(mixed->fields[1].count, 2);
    assert_int_equal(mixed->fields[2].offset, 24);
    const struct trace_type *pair = builder_type_at(program.builder, mixed->fields[1].type);
    assert_int_equal(pair->fields[1].offset, 4);
    dwarf_end(program.dwarf);
    close(program.fd);
    free(program.files);
    free(program.file_sources);
    dwarf_index_fini(&program.sites);
    dwarf_index_fini(&program.types);
    builder_destroy(program.builder);
}

static void members_of_structures(void **state)
{
    (void)state;
    check_version("-gdwarf-2 -gstrict-dwarf");
    check_version("-gdwarf-5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_of_structures)};
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}

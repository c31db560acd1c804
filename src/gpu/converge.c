#include "gpu/converge.h"

#include "base/str.h"

#include <ctype.h>
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Instructions have 16 bytes since compute capability 7.0; the upper 23 bits say how long to wait
 * and for what, and stay. What is not exactly this instruction is left alone. */
enum { INSTRUCTION = 16, YIELD = 0x7946, NOP = 0x7918 };
#define OPERANDS ((UINT64_C(1) << 41) - 1)
#define YIELD_OPERANDS UINT64_C(0x3800000)

struct image {
    unsigned char *data;
    size_t bytes;
    Elf64_Ehdr head;
};

static bool section(const struct image *image, uint64_t index, Elf64_Shdr *out)
{
    const uint64_t at = image->head.e_shoff + index * sizeof *out;
    if (index >= image->head.e_shnum || image->head.e_shoff > image->bytes ||
        at + sizeof *out > image->bytes)
        return false;
    memcpy(out, image->data + at, sizeof *out);
    return out->sh_type == SHT_NOBITS ||
           (out->sh_offset <= image->bytes && out->sh_size <= image->bytes - out->sh_offset);
}

static size_t replace(struct image *image, uint64_t from, uint64_t bytes)
{
    size_t count = 0;
    for (uint64_t at = from; at + INSTRUCTION <= from + bytes; at += INSTRUCTION) {
        uint64_t words[2];
        memcpy(words, image->data + at, sizeof words);
        if (words[0] != YIELD || (words[1] & OPERANDS) != YIELD_OPERANDS) continue;
        words[0] = NOP;
        words[1] &= ~OPERANDS;
        memcpy(image->data + at, words, sizeof words);
        count++;
    }
    return count;
}

/* "syncstep_access", "_ZN14syncstep_probe…"; "syncstep_3_name" is a copy of a function of others.
 */
static bool is_probe(const struct image *image, const Elf64_Shdr *names, uint64_t name)
{
    static const char prefix[] = "syncstep_";
    if (name >= names->sh_size) return false;
    const char *text = (const char *)image->data + names->sh_offset + name;
    const size_t length = strnlen(text, names->sh_size - name);
    const char *found = memmem(text, length, prefix, sizeof prefix - 1);
    return found && found + sizeof prefix - 1 < text + length &&
           !isdigit((unsigned char)found[sizeof prefix - 1]);
}

static size_t replace_function(struct image *image, const Elf64_Sym *symbol)
{
    Elf64_Shdr code;
    if (!section(image, symbol->st_shndx, &code) || code.sh_type != SHT_PROGBITS ||
        symbol->st_value > code.sh_size || symbol->st_size > code.sh_size - symbol->st_value)
        return 0;
    return replace(image, code.sh_offset + symbol->st_value, symbol->st_size);
}

size_t gpu_converge(unsigned char *data, size_t bytes)
{
    struct image image = {.data = data, .bytes = bytes};
    size_t count = 0;
    if (bytes < sizeof image.head || memcmp(data, ELFMAG, SELFMAG) != 0) return 0;
    memcpy(&image.head, data, sizeof image.head);
    if (image.head.e_machine != EM_CUDA || image.head.e_shentsize != sizeof(Elf64_Shdr)) return 0;
    for (uint32_t i = 0; i < image.head.e_shnum; i++) {
        Elf64_Shdr table, names;
        if (!section(&image, i, &table) || table.sh_type != SHT_SYMTAB ||
            !section(&image, table.sh_link, &names) || names.sh_type != SHT_STRTAB)
            continue;
        for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            memcpy(&symbol, data + table.sh_offset + at, sizeof symbol);
            if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
                is_probe(&image, &names, symbol.st_name))
                count += replace_function(&image, &symbol);
        }
    }
    return count;
}

int gpu_converge_file(const char *path)
{
    struct str text;
    str_init(&text);
    int status = str_read_file(&text, path);
    if (status == 0 && gpu_converge((unsigned char *)text.text, text.length) != 0) {
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(text.text, 1, text.length, file) != text.length) status = -1;
        if (file && fclose(file) != 0) status = -1;
    }
    str_fini(&text);
    return status;
}

#include "analysis/told.h"

#include "base/i18n.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_HOLES = 12,
    MAX_BYTES = 4096,  /* of a message; longer ones, which no back end writes, stay as they are, */
    MAX_WORK = 1 << 20 /* and so does what takes too many tries: a trace may hold anything */
};

/* Sentences with figures and names. Those with the fewest fixed words come last: the first that
 * fits is taken. tests/programs/told.sh compares the list with the emulator's sources. */
static const char *const sentences[] = {
    N_("%s The other place is line %u."),
    N_("%s Without a sign (unsigned, such as threadIdx.x) %lld becomes %lld."),
    N_("the recording is incomplete, since it was full: of launch %u only %llu of %llu accesses "
       "were looked at. What is wrong in the rest and in later launches is not known."),
    N_("the recording is incomplete, since --max-accesses %llu was reached: of launch %u only %llu "
       "of %llu accesses were looked at. What is wrong in the rest and in later launches is not "
       "known."),
    N_("the recording is incomplete, since it was full: of launch %u only %llu accesses were "
       "looked at. What is wrong in the rest and in later launches is not known."),
    N_("the recording is incomplete, since --max-accesses %llu was reached: of launch %u only %llu "
       "accesses were looked at. What is wrong in the rest and in later launches is not known."),
    N_("the recording is incomplete, since shared memory at the ends of all rounds is too much to "
       "keep: of launch %u only %u of %u blocks were looked at. What is wrong in the others is not "
       "known."),
    N_("the recording is incomplete, since blocks had come to a barrier %llu times "
       "(--max-accesses / 32, at least 65536): what launch %u did after that was not looked at. "
       "What is wrong in the rest and in later launches is not known."),
    /* src/emulator */
    N_("More than %d places of this launch have something wrong; the others are only counted."),
    N_("Thread %u %s address %llu, which is not device memory (a null pointer?)."),
    N_("Thread %u %s %s, which is not device memory; a kernel cannot use a pointer to the host's "
       "memory."),
    N_("Thread %u %s address 0x%llx, where there is no memory at all; the pointer was never set, "
       "or has been overwritten."),
    N_("Thread %u %s an address where there is no memory at all; the pointer was never set, or has "
       "been overwritten."),
    N_("Thread %u %s byte %llu of the dynamic shared memory; the launch asked for %u bytes."),
    N_("Thread %u %s memory that was freed before (byte %lld of it)."),
    N_("Thread %u %s %lld bytes past the end of an allocation of %llu bytes."),
    N_("Thread %u %s %lld bytes before the start of an allocation of %llu bytes."),
    N_("Thread %u %s across the end of an allocation of %llu bytes."),
    N_("Thread %u %s memory of the device that no allocation holds."),
    N_("The host %s device memory (%.100s); only kernels can do that, the host needs cudaMemcpy."),
    N_("The host %s device memory; only kernels can do that, the host needs cudaMemcpy."),
    N_("The host %s an address of the device that no live allocation holds."),
    N_("%s() is given %zu bytes from byte %lld of %s on, where only %lld are left. It refuses "
       "(cudaErrorInvalidValue) and does nothing."),
    N_("%s() is given %zu bytes for %s, which has only %zu. It refuses (cudaErrorInvalidValue) and "
       "does nothing."),
    N_("%s() %s %zu bytes %s @, which has only %zu there. It does not notice: what lies behind in "
       "the host's memory is %s."),
    N_("%s() %s %zu bytes %s %s, which has only %zu there. It does not notice: what lies behind in "
       "the host's memory is %s."),
    N_("cudaEventElapsedTime() is called while what it measures may still be under way: nothing "
       "has waited for it. It refuses then (cudaErrorNotReady) and gives no time."),
    N_("Thread %u accesses an address far outside the block's shared memory."),
    N_("Thread %u: assertion %.150s failed."),
    N_("Thread %u ended the kernel: %.150s."),
    N_("Thread %u divides an integer by zero; a GPU says nothing and goes on with all bits of the "
       "quotient set."),
    N_("Thread %u needs more stack than a thread has (%d KiB here)."),
    N_("Thread %u needs more stack than a thread has (%d KiB here): calls nested too deeply?"),
    N_("The time was up; thread %u of block %u of %.80s was here, and %s had ended."),
    N_("The time was up; %s of %.80s had ended."),
    N_("Thread %u waits at one barrier while thread %u waits at another one; every thread of the "
       "block has to reach the same __syncthreads()."),
    N_("Only %u of %u threads reaches this barrier; the others have left the kernel."),
    N_("Only %u of %u threads reach this barrier; the others have left the kernel."),
    N_("Dead lock: thread %u waits here for lane %u of its warp (mask 0x%08x), but thread %u waits "
       "at a barrier of the block and never comes."),
    N_("Dead lock: thread %u waits at this barrier, but thread %u waits for %s and never comes."),
    N_("Dead lock: thread %u waits here for %s, thread %u elsewhere for %s; neither can go on."),
    N_("Dead lock: thread %u waits here for %s that never come."),
    N_("Dead lock: thread %u of block %u waits here for the whole grid, but %u of its %u blocks "
       "have left the kernel and never come."),
    N_("Dead lock: thread %u of block %u waits here in a loop for a change that no thread makes "
       "any more."),
    N_("-(%lld) does not fit in %s: thread %u of block %u in round %u."),
    N_("%lld %s %lld does not fit in %s: thread %u of block %u in round %u."),
    N_("%s is shifted by %lld places, where 0 to %u are defined: thread %u of block %u in round "
       "%u."),
    N_("-(%lld) does not fit in %s."), /* traces of earlier versions */
    N_("%lld %s %lld does not fit in %s."),
    N_("Index %lld is outside an array of type %s."),
    N_("Thread %u is lane %u of its warp and calls %s with mask 0x%08x, which does not name that "
       "lane. What happens then is undefined: it may wait for ever or go on alone."),
    N_("Thread %u reads by shuffle from lane %u, which takes no part: %s. What it gets is "
       "undefined."),
    /* src/run, src/gpu */
    N_("%s uses index %lld in dimension %u of %s, which has %llu there: 0 to %llu."),
    N_("%s uses index %lld in %s, where a dimension has %llu: 0 to %llu."),
    N_("%s uses %s[%lld], which does not exist: %s has %llu elements, 0 to %llu."),
    N_("%s uses %s[%lld], which does not exist: %s has no elements."),
    N_("Thread %u of block %u uses %s[%lld], and %s is a null pointer."),
    N_("Thread %u of block %u %s address %llu, which is not device memory: through a null pointer, "
       "in launch %u (%.80s)."),
    N_("Thread %u of block %u %s address %llu, which is not device memory: %s is a null pointer, "
       "in launch %u (%.80s)."),
    N_("Thread %u of block %u uses %s[%lld], and %s does not point to device memory; a kernel "
       "cannot use a pointer to the host's memory."),
    N_("The host reads %s while cudaMemcpyAsync() (line %u) may still be writing it. "
       "Such a copy goes on when the call has returned, and nothing has waited for it."),
    N_("The host reads %s while %s (launched in line %u) may still be writing it. "
       "A launch returns before the kernel has ended, and nothing has waited for it."),
    N_("The host writes %s while cudaMemcpyAsync() (line %u) may still be reading it. "
       "Such a copy goes on when the call has returned, and nothing has waited for it."),
    N_("The host writes %s while %s (launched in line %u) may still be reading it. "
       "A launch returns before the kernel has ended, and nothing has waited for it."),
    N_("The host writes %s while cudaMemcpyAsync() (line %u) may still be writing it. "
       "Such a copy goes on when the call has returned, and nothing has waited for it."),
    N_("The host writes %s while %s (launched in line %u) may still be writing it. "
       "A launch returns before the kernel has ended, and nothing has waited for it."),
    N_("read of %s, which nobody has written: thread %u of block %u updates it atomically in round "
       "%u. Memory from cudaMalloc() does not start at 0: it holds whatever was there before."),
    N_("read of %s, which nobody has written: thread %u of block %u reads it in round %u. Memory "
       "from cudaMalloc() does not start at 0: it holds whatever was there before."),
    N_("copy of %s to %s, which nobody has written, to the host"),
    N_("copy of %s, which nobody has written, to the host"),
    N_("Misaligned address: thread %u of block %u %s %u bytes at byte %lld of %s, which is not "
       "divisible by %u. A GPU ends the kernel there (cudaErrorMisalignedAddress)."),
    N_("Thread %u of block %u uses %s, a variable of the host (line %u); a kernel cannot use the "
       "host's memory"),
    N_("Thread %u of block %u uses an address that belongs to nothing the program has allocated; "
       "there the device ended the kernel (%s)."),
    N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s, and the program "
       "never looked."),
    N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s."),
    N_("%zu of %zu launches were recorded; --launches chooses which."),
    N_("What %.100s in line %u does is not recorded: the GPU back end cannot instrument it."),
    N_("The program had not ended after %.0f seconds and was stopped (--timeout)."),
    N_("The program got on, but had not ended after %.0f seconds and was stopped; --timeout %.0f "
       "lets it go on for twice as long."),
    N_("The program got nowhere for %.0f seconds and was stopped (--timeout)."),
    N_("The program was ended by signal %d: %s."),
    N_("%s failed: %s"),
    N_("Thread %u %s."),
    N_("The program %s."),
};

/* What may stand in a gap of a sentence and is no name. */
static const char *const words[] = {
    N_("reads"),
    N_("writes"),
    N_("updates"),
    N_("from"),
    N_("to"),
    N_("copied with it"),
    N_("overwritten"),
    N_("a local variable of the host"),
    N_("memory of the host"),
    N_("memory of the host (malloc() or new)"),
    N_("the host's buffer"),
    N_("device memory"),
    N_("memory"),
    N_("%s, byte %lld"),
    N_("byte %lld"),
    N_("The program"),
    N_("Thread %u of block %u"),
    N_("Thread %u"),
    N_("divides an integer by zero"),
    N_("executes an illegal instruction"),
    N_("makes an access that the machine refuses (bus error)"),
    N_("accesses memory that is not there (segmentation fault)"),
    N_("%u of %u blocks"),
    N_("%u of 1 block"),
    N_("a barrier of the block"),
    N_("arrivals at a barrier"),
    N_("the whole grid"),
    N_("lanes of its warp"),
    N_("lanes of its mask"),
    N_("a shuffle"),
    N_("a vote"),
    N_("the block has only %u threads"),
    N_("the mask 0x%08x does not name it"),
    N_("thread %u has left the kernel"),
};

struct telling {
    struct arena *arena;
    uint32_t work; /* tries left */
};

struct hole { /* what stands in place of a conversion */
    const char *text;
    size_t length;
    bool figure;
};

/* The length of a conversion such as "%lld", from its '%' on. `position`: its "2$", from 0, or the
 * value it had. */
static size_t conversion(const char *format, size_t *position)
{
    char *end;
    unsigned long number = strtoul(format + 1, &end, 10);
    const char *at = format + 1;
    if (*end == '$' && number) {
        *position = number - 1;
        at = end + 1;
    }
    at += strspn(at, "-+ #0123456789.hlzjt");
    return (size_t)(at - format) + (*at ? 1 : 0);
}

/* Whether the message was made by the format, and what from. */
static bool match(struct telling *telling, const char *format, const char *message,
                  struct hole *holes, size_t count)
{
    while (*format && *format != '%') {
        if (*format++ != *message++) return false;
    }
    if (!*format) return !*message;
    size_t unused;
    const size_t length = conversion(format, &unused);
    const bool figure = format[length - 1] != 's';
    const size_t most = figure ? strspn(message, "-.0123456789abcdef") : strlen(message);
    if (count == MAX_HOLES) return false;
    holes[count].text = message;
    holes[count].figure = figure;
    for (size_t n = figure ? 1 : 0; n <= most; n++) { /* as short as the rest allows */
        if (!telling->work) return false;
        telling->work--;
        if (format[length] && format[length] != '%' && message[n] != format[length]) continue;
        holes[count].length = n;
        if (match(telling, format + length, message + n, holes, count + 1)) return true;
    }
    return false;
}

static const char *told(struct telling *telling, const char *message, bool gap);

static const char *fill(struct telling *telling, const char *format, const struct hole *holes)
{
    struct str out;
    str_init(&out);
    for (size_t next = 0; *format;) {
        if (*format != '%') {
            str_addc(&out, *format++);
            continue;
        }
        size_t position = next++;
        format += conversion(format, &position);
        if (position >= MAX_HOLES) continue;
        const struct hole *hole = &holes[position];
        const char *text = arena_strndup(telling->arena, hole->text, hole->length);
        str_adds(&out, hole->figure ? text : told(telling, text, true));
    }
    const char *text = arena_strdup(telling->arena, out.text);
    str_fini(&out);
    return text;
}

/* NULL where none of the list fits. */
static const char *by_list(struct telling *telling, const char *const *list, size_t count,
                           const char *message)
{
    struct hole holes[MAX_HOLES] = {0};
    for (size_t i = 0; i < count; i++)
        if (match(telling, list[i], message, holes, 0))
            return fill(telling, gettext(list[i]), holes);
    return NULL;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* In a gap stands a sentence, a word or a name: names of the program are left alone, even where the
 * viewer has a word that is spelt so. */
static const char *told(struct telling *telling, const char *message, bool gap)
{
    if (!*message) return message;
    const char *text = gap ? by_list(telling, words, COUNT(words), message) : gettext(message);
    if (!text || text == message) text = by_list(telling, sentences, COUNT(sentences), message);
    return text ? text : message;
}

const char *told_here(struct arena *arena, const char *message)
{
    struct telling telling = {.arena = arena, .work = MAX_WORK};
    return strnlen(message, MAX_BYTES) < MAX_BYTES ? told(&telling, message, false) : message;
}

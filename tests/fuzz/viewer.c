/* viewer.c - random keys and clicks at random sizes in the viewer, without a terminal: nothing may
 * break, and no screen may hold half a character or a control code. */
#include "app/keys.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "ui/mouse.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t key_of(uint8_t byte)
{
    return byte < 0x80 ? byte : INPUT_FIRST + byte % (INPUT_LAST - INPUT_FIRST);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const titles[] = {"tree", "faulty", "matrix"};
    if (size < 3 || size > 400) return 0;
    struct trace *traces[] = {synthetic_tree(256, 2, 64, data[0] & 1),
                              synthetic_missing_barrier(128, 1, 64, false), synthetic_matmul(16)};
    struct screen screen;
    screen_open(&screen, data[1] + 1, data[2] % 100 + 1, traces, titles, 3);
    screen.canvas->ascii = data[0] & 2;
    for (size_t i = 3; i < size; i++) {
        if (data[i] == 0xFF && i + 2 < size) { /* a new size */
            screen_resize(&screen, data[i + 1] + 1, data[i + 2] % 100 + 1);
            i += 2;
        } else if (data[i] == 0xFE && i + 2 < size) { /* a click, now and then the wheel */
            struct terminal_click click = {data[i + 1], data[i + 2] % 100,
                                           data[i + 2] / 100 ? 5 : 1};
            mouse_click(&screen.state, &click);
            i += 2;
        } else {
            screen_key(&screen, key_of(data[i]));
            state_tick(&screen.state, 0.1);
        }
        screen.state.wish = WISH_NONE;
        screen_draw(&screen);
        if (!screen_whole(screen.canvas)) abort();
    }
    screen_close(&screen);
    return 0;
}

/* helper_functions.h - comparing results, as NVIDIA's samples do it. */
#ifndef SYNCSTEP_HELPER_FUNCTIONS_H
#define SYNCSTEP_HELPER_FUNCTIONS_H

#include "exception.h"
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#include <algorithm>
#include <assert.h>
#include <fstream>
#include <iostream>
#include <math.h>
#include <sstream>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

#endif

/* incorporated.cu: batches of Incorporated. */
#include "../incorporated.cuh"

#include "../../../core/encode.h"
#include "../../../games/incorporated/redact.h"

namespace encoded
{
#include "../../../games/incorporated/encode.c"
#include "marks.cuh"
} // namespace encoded

#undef KB_LIST
#define KB_LIST encoded::kb_marks
#include "../../../games/incorporated/legal.h"

#include "batch.cuh"

/* intrige.cu: batches of Intrige. */
#include "../intrige.cuh"

#include "../../../core/encode.h"
#include "../../../games/intrige/redact.h"

namespace encoded
{
#include "../../../games/intrige/encode.c"
#include "marks.cuh"
} // namespace encoded

#undef KB_LIST
#define KB_LIST encoded::kb_marks
#include "../../../games/intrige/legal.h"

#include "batch.cuh"

/* incorporated.cuh: the rules of Incorporated for a GPU. */
#include "choice.cuh"

#include "../../games/incorporated/rules.c"

#undef KB_LIST
#define KB_LIST kb_choice
#include "../../games/incorporated/legal.h"

#define OF_GAME(name) incorporated_##name
#include "pick.cuh"

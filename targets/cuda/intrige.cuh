/* intrige.cuh: the rules of Intrige for a GPU. */
#include "choice.cuh"

#include "../../games/intrige/rules.c"

#undef KB_LIST
#define KB_LIST kb_choice
#include "../../games/intrige/legal.h"

#define OF_GAME(name) intrige_##name
#include "pick.cuh"

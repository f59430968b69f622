/* incorporated.cu: random games of Incorporated on a GPU. */
#include "incorporated.cuh"

#include "play.cuh"

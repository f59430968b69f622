/* integralis.cu: random games of Integralis on a GPU. */
#include "integralis.cuh"

#include "play.cuh"

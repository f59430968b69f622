/* intrige.cu: random games of Intrige on a GPU. */
#include "intrige.cuh"

#include "play.cuh"

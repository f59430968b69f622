/* ranks_mpi.c: processes that know of each other through MPI. */
#include <mpi.h>
#include <stdlib.h>

#include "cli.h"
#include "ranks.h"

static int rank, n_ranks;
static bool first_failed; /* and the others do not try */

void ranks_open(int *argc, char ***argv)
{
    int given = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
}

void ranks_close(void)
{
    MPI_Finalize();
}

int ranks_count(void)
{
    return n_ranks;
}

bool ranks_first(void)
{
    return rank == 0;
}

bool ranks_after_first(void)
{
    int fine = 1;
    if (rank != 0) MPI_Bcast(&fine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    first_failed = !fine;
    return fine;
}

bool ranks_agree(bool fine)
{
    int mine = fine, all = 0;
    if (rank == 0) MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0 ? !fine : first_failed) return false;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

void ranks_share(void *bytes, size_t n)
{
    MPI_Bcast(bytes, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
}

void ranks_send(int to, int kind, const void *bytes, size_t n)
{
    MPI_Send(bytes, (int)n, MPI_BYTE, to, kind, MPI_COMM_WORLD);
}

bool ranks_fetch(ranks_message *out)
{
    MPI_Status status;
    int arrived = 0, n = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived) return false;
    MPI_Get_count(&status, MPI_BYTE, &n);
    *out = (ranks_message){
        .from = status.MPI_SOURCE, .kind = status.MPI_TAG, .bytes = malloc((size_t)n + 1), .n = (size_t)n};
    if (!out->bytes) {
        cli_input_error("out of memory");
        MPI_Abort(MPI_COMM_WORLD, CLI_BAD_INPUT);
    }
    MPI_Recv(out->bytes, n, MPI_BYTE, out->from, out->kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
}

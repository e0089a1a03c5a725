// A histogram of bytes with atomics, twice: `histogram_global` counts in global memory;
// `histogram_local` counts in local memory and adds each group's counts to the whole at the end.
// Both work with any local size and any global size.

#define BINS 256

kernel void histogram_global(global const uchar *data, uint n, global uint *bins)
{
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&bins[data[i]]);
}

kernel void histogram_local(global const uchar *data, uint n, global uint *bins)
{
  local uint counts[BINS];
  const uint item = get_local_id(0), items = get_local_size(0);
  for (uint bin = item; bin < BINS; bin += items)
    counts[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&counts[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < BINS; bin += items)
    if (counts[bin] != 0)
      atomic_add(&bins[bin], counts[bin]);
}

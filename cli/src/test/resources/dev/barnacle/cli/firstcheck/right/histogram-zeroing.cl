// expected: clean
#define BINS 64
kernel void histogram(global const uint *data, global uint *bins, uint n) {
  local uint mine[BINS];
  for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
    mine[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&mine[data[i] % BINS]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
    atomic_add(&bins[b], mine[b]);
}

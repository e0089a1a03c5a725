// expected: out-of-bounds; in lines 8
kernel void tones(global const ushort *pixels, global uint *bins, uint n) {
  local uint part[256];
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0))
    part[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&part[pixels[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0))
    atomic_add(&bins[b], part[b]);
}

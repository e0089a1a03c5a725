// expected: data-race; in lines 9, 11
kernel void histogram16(global const uchar *pixels, global uint *bins, uint n) {
  local uint part[256];
  uint lid = get_local_id(0), size = get_local_size(0);
  for (uint b = lid; b < 256; b += size)
    part[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&part[pixels[i]]);
  for (uint b = lid; b < 256; b += size)
    atomic_add(&bins[b], part[b]);
}

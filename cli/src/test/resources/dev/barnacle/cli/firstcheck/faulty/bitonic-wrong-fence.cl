// expected: data-race; in lines 4, 11, 13, 14, 20
kernel void bitonic_local(global uint *keys, local uint *k) {
  uint lid = get_local_id(0), n = get_local_size(0), gid = get_global_id(0);
  k[lid] = keys[gid];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint size = 2; size <= n; size <<= 1) {
    bool up = (lid & size) == 0;
    for (uint stride = size >> 1; stride > 0; stride >>= 1) {
      uint other = lid ^ stride;
      if (other > lid) {
        uint a = k[lid], b = k[other];
        if ((a > b) == up) {
          k[lid] = b;
          k[other] = a;
        }
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  }
  keys[gid] = k[lid];
}

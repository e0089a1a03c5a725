// --global 64 --local 32 --arg keys=uint[64]=mixed --arg s=local[128]
#ifdef MENDED
#define FENCE CLK_LOCAL_MEM_FENCE
#else
#define FENCE CLK_GLOBAL_MEM_FENCE
#endif
kernel void k(global uint *keys, local uint *s) {
  uint i = get_local_id(0), n = get_local_size(0);
  s[i] = keys[get_global_id(0)];
  barrier(FENCE);
  for (uint size = 2; size <= n; size <<= 1) {
    for (uint stride = size >> 1; stride > 0; stride >>= 1) {
      uint j = i ^ stride;
      if (j > i) {
        uint a = s[i], b = s[j];
        if ((a > b) == ((i & size) == 0)) {
          s[i] = b;
          s[j] = a;
        }
      }
      barrier(FENCE);
    }
  }
  keys[get_global_id(0)] = s[i];
}

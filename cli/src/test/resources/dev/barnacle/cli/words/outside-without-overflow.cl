// --global 6 --arg d=-1 --arg h=3000000000 --arg a=int[4]
kernel void k(global int *a, int d, uint h)
{
  // i + d, and the hash, wrap around on purpose: the index is wrong for another reason.
  uint i = get_global_id(0);
  uint hash = h * 31 + i;
  a[i + d + 1 + (hash & 0)] = 1;
}

// --global 4 --local 1
kernel void k(global int *d, global int *l)
{
  while (atomic_xchg(l, 1))
    ;
  d[0] += 1;
  *l = 0;
}

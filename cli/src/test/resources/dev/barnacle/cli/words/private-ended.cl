// --global 8 --local 8
kernel void k(global int *out)
{
  const int i = get_global_id(0);
  int *p;
#ifdef MENDED
  int a[4];
#endif
  {
#ifndef MENDED
    int a[4];
#endif
    for (int j = 0; j < 4; j++)
      a[j] = i + j;
    p = a;
  }
  out[i] = p[i & 3];
}

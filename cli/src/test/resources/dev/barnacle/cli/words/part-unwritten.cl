// --global 8 --local 8
typedef struct { float x, y; int n[2]; } P;
kernel void k(global float *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  int a[3][4] = {{0}};
  P p = {0};
#else
  int a[3][4];
  P p;
#endif
  p.x = i;
  a[0][1] = i;
  out[i] = a[i / 4][1] + p.y;
}

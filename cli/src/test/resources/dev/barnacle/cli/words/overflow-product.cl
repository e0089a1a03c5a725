// --global 3 --arg nx=1 --arg ny=1200000 --arg stride=1000 --arg v=float[1024]
kernel void k(global float *v, int nx, int ny, int stride)
{
  int z = get_global_id(0);
#ifdef MENDED
  if ((size_t)z * stride * ny < 1024)
    v[(size_t)z * stride * ny] = 1;
#else
  if (z != 1)
    v[z * stride * ny] = 1;
#endif
}

// --global 64 --local 32
#ifdef MENDED
#define SIZE 32
#else
#define SIZE 16
#endif
kernel void k(global int *out)
{
  local int tile[SIZE];
  tile[get_local_id(0)] = get_global_id(0);
  out[get_global_id(0)] = tile[get_local_id(0)];
}

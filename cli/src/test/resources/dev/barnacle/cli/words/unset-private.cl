// --global 256 --local 64 --arg n=256
float get(float *p) { return *p; }
kernel void k(global float *out, float first, int n)
{
#ifdef MENDED
#define UNSET(type, name) type name = 0
#else
#define UNSET(type, name) type name
#endif
  UNSET(int, branch);
  int i = get_global_id(0);
  if (i > 100)
    branch = 3;
  out[i] = branch;
  float4 v
#ifdef MENDED
      = 0
#endif
      ;
  v.x = first;
  out[i] += v.y;
  UNSET(int, never);
  out[i] += never;
  UNSET(int, late);
  out[i] += late;
  late = 2;
  out[i] += late;
  UNSET(int, looped);
  for (int j = 0; j < n - 256; j++)
    looped = j;
  out[i] += looped;
  UNSET(float, given);
  if (n == 3)
    given = 2;
  out[i] += get(&given);
  for (int q = 0; q < 2; q++) {
    UNSET(int, own);
    if (q == 5)
      own = 1;
    out[i] += own;
    own = 3;
    out[i] += own;
  }
}

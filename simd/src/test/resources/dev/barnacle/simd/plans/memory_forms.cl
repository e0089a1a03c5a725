// One access of each form.
typedef struct { float x, y, z; } Point;

kernel void forms(global float *a, global float4 *v, global Point *points, global int *table,
                  global uchar2 *pairs, int k, volatile global int *device)
{
  int i = get_global_id(0);
  float one = a[k];                          // uniform
  a[i] = one;                                // contiguous
  v[i] += one;                               // contiguous, several components
  Point p = points[i];                       // interleaved
  points[i].y = p.x + p.z;                   // interleaved: some fields are left out
  a[3 * i + 4096] = 1;                       // strided
  a[(i ^ k) + 1024] = one;                   // contiguous if it turns out so
  int at = table[i];
  table[at + 512] = at;                      // spread
  pairs[at & 1] = pairs[at & 3];             // spread, two bytes as one integer
  device[i]++;                               // lane by lane
  float own[4];
  for (int j = 0; j < 4; j++)
    own[j] = one * j;
  a[i + 512] = own[at & 3];                  // private, at an index of each lane's own
}

kernel void first_below(global const float *x, global int *at, int n, float limit)
{
  const int i = get_global_id(0);
  int k = 0;
  while (k < n && x[k] * i >= limit)
    k++;
  at[i] = k;
}

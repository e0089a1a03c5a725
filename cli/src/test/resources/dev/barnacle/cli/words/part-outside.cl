// --global 8 --local 8
constant int table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
kernel void k(global int *out)
{
  const int i = get_global_id(0);
  int last[5];
  for (int j = 0; j < 5; j++)
    last[j] = j;
#ifdef MENDED
  out[i] = table[i % 3][i & 1] + last[i % 5];
#else
  out[i] = table[1][i] + last[i];
#endif
}

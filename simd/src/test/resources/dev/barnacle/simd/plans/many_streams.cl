// Writes more streams of memory than a processor follows: two vectors write pairs of lines.
kernel void many_streams(global const double *a, global double *out, int n)
{
  const int i = get_global_id(0);
  const double x = a[i];
  out[0 * n + i] = x * 1;
  out[1 * n + i] = x * 2;
  out[2 * n + i] = x * 3;
  out[3 * n + i] = x * 4;
  out[4 * n + i] = x * 5;
  out[5 * n + i] = x * 6;
  out[6 * n + i] = x * 7;
  out[7 * n + i] = x * 8;
  out[8 * n + i] = x * 9;
  out[9 * n + i] = x * 10;
  out[10 * n + i] = x * 11;
  out[11 * n + i] = x * 12;
  out[12 * n + i] = x * 13;
  out[13 * n + i] = x * 14;
  out[14 * n + i] = x * 15;
  out[15 * n + i] = x * 16;
  out[16 * n + i] = x * 17;
  out[17 * n + i] = x * 18;
  out[18 * n + i] = x * 19;
  out[19 * n + i] = x * 20;
  out[20 * n + i] = x * 21;
  out[21 * n + i] = x * 22;
  out[22 * n + i] = x * 23;
  out[23 * n + i] = x * 24;
  out[24 * n + i] = x * 25;
  out[25 * n + i] = x * 26;
}

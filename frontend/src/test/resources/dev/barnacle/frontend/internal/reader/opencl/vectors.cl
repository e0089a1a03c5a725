// options: -cl-std=CL1.2
kernel void k(global float4 *f, global int3 *i, uchar3 bytes, global int *out, int n) {
  float4 a = f[0], b = f[1] * 2.0f + a;
  a.lo = b.wz;
  a[n] = 3;
  int4 less = a < b;
  f[2] = less ? a : b;
  f[3] = (float4)(a.xy, b.s0, n);
  i[0] = convert_int3(bytes) + i[1].zyx;
  out[0] = any(less) + all(!less) + as_int(a.x);
  float8 w = (float8)(a, b);
  f[4] = w.even - w.odd;
  vstore3(vload3(1, (global float *)f), 2, (global float *)f);
}

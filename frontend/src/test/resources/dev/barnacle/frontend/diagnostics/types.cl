// options: -DN=4
kernel void k(global float4 *p, local int *q) {
  p[0] = q;
  int3 v = (int3)(1, 2, 3, N);
  q = p;
}

// options: -cl-std=CL3.0
kernel void bounds(global int *x, global float4 *f, int low, float2 e) {
  x[0] = clamp(x[0], low, 7);
  x[1] = clamp(x[1], 0, 7);
  x[2] = clamp((uint)x[2], (uint)low, 7u);
  x[3] = clamp((uchar)x[3], (uchar)200, (uchar)100);
  f[0] = clamp(f[0], (float4)(0, 0, 1, 0), (float4)(1, 1, 1, 1));
  f[1] = clamp(f[1], 0.0f, e.x);
  f[2].x = smoothstep(e.x, e.y, f[2].x);
  f[2].y = mix(e.x, e.y, 0.5f);
  f[2].z = mix(e.x, e.y, f[2].w);
}

kernel void bits(global int *x, int n) {
  x[0] = mul24(x[0], 12345);
  x[1] = bitfield_insert(x[1], 5, n, 4);
  x[2] = bitfield_insert(x[2], 5, 28, 4);
}

kernel void order(volatile global atomic_int *a, memory_order o) { atomic_store_explicit(a, 1, o); }

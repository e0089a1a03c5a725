// options: -cl-std=CL3.0
float missing(float x, global int *p);
int __attribute__((overloadable)) absent(float4 x, local uint *p, constant int *q);
int recursive(int n) { return n < 2 ? n : recursive(n - 1) + 1; }

kernel void k(global int *p, int n, float4 v, local uint *l, constant int *c) {
  p[0] = missing(n, p);
  p[1] = absent(v, l, c)
      + absent(v, l, c);
}

int unused(int n) { return missing(n, 0); }

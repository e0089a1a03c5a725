// Fields of structures in a loop that all lanes leave together: its body is run by all lanes.
typedef struct { float x, y, z, m; } P;
kernel void sum(global const P *p, global float *out, int n)
{
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; k++) {
    global const P *q = p + (i + k);
    s += q->x * q->y + q->z * q->m;
  }
  out[i] = s;
}

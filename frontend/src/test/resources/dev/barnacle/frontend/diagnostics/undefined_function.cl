// options:
int helper(int x, float4 y);
float __attribute__((overloadable)) overloaded(float4 x);
kernel void k(global int *p) {
  int local_value = 3;
  *p = helper(local_value, (float4)(1.0f));
  p[1] = overloaded((float4)(1.0f));
}

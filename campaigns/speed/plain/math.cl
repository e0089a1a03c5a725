// One function of OpenCL C for each element: -DF=NAME, and -DT=double for doubles.
#ifndef T
#define T float
#endif

#ifdef UNARY
kernel void one(global const T *x, global T *y)
{
  const size_t i = get_global_id(0);
  y[i] = F(x[i] * (T)SCALE + (T)BASE);
}
#endif

#ifdef BINARY
kernel void two(global const T *x, global const T *y, global T *z)
{
  const size_t i = get_global_id(0);
  z[i] = F(x[i] * 4 + (T)0.1, y[i] * 3 + (T)0.1);
}
#endif

#ifdef WITH_INT
kernel void with_int(global const T *x, global const int *n, global T *z)
{
  const size_t i = get_global_id(0);
  z[i] = F(x[i] * 4 + (T)0.1, n[i]);
}
#endif

#ifndef F
kernel void sin_and_cos(global const T *x, global T *y)
{
  const size_t i = get_global_id(0);
  const T a = x[i] * 6;
  y[i] = sin(a) * 2 + cos(a);
}

kernel void both(global const T *x, global T *s, global T *c)
{
  const size_t i = get_global_id(0);
  T cosine;
  s[i] = sincos(x[i] * 6, &cosine);
  c[i] = cosine;
}
#endif

// A function increments what its argument points to.
// None: it points to a private one.
void increment(int *q)
{
  *q += 1;
}

kernel void func_arg(global int *x)
{
  int mine = *x;
  increment(&mine);
}

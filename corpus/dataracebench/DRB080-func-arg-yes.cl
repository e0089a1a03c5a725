// A function increments what its argument points to.
// Race: the argument points to a variable of all.
void increment(global int *q)
{
  *q += 1;
}

kernel void func_arg(global int *x)
{
  increment(x);
}

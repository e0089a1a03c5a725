// All work-items update one variable one after the other.
// Race: nothing says whose turn it is.
kernel void ordered(global int *x, global atomic_int *turn)
{
  (*x)++;
}

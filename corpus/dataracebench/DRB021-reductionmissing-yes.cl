// Adds up squares.
// Race: all add to one variable.
kernel void squares(global const int *u, volatile global int *sum)
{
  const int i = get_global_id(0);
  *sum += u[i] * u[i];
}

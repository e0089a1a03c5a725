// Accesses through indices and two pointers that lie some elements apart.
// None: a distance of 32 keeps them apart.
kernel void indirect3(global const int *at, global int *x)
{
  global int *first = x, *second = x + 32;
  const int i = at[get_global_id(0)];
  first[i] += 1;
  second[i] += 3;
}

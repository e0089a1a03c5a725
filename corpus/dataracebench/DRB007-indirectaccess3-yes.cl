// Accesses through indices and two pointers that lie some elements apart.
// Race: with a distance of 12, the second pointer's elements are the first one's of another work-item.
kernel void indirect3(global const int *at, global int *x)
{
  global int *first = x, *second = x + 12;
  const int i = at[get_global_id(0)];
  first[i] += 1;
  second[i] += 3;
}

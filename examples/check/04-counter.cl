// Lesson 4: `*count += 1` is a read and a write, and two work-items that do it at once lose one of the two.
// An atomic addition is one step.
kernel void faulty(global const int *data, global int *count)
{
  if (data[get_global_id(0)] > 20)
    *count += 1;
}

kernel void clean(global const int *data, global int *count)
{
  if (data[get_global_id(0)] > 20)
    atomic_inc(count);
}

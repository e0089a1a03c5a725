// Lesson 30: a buffer that was made without contents holds anything. `faulty` adds to sums that nobody has set;
// `"init": "none"` in the launch file stands for clCreateBuffer without a host pointer, which `check -- PROGRAM`
// follows through all of a program's commands.
kernel void faulty(global int *sum, global const int *values)
{
  sum[get_global_id(0)] += values[get_global_id(0)];
}

kernel void clean(global int *sum, global const int *values)
{
  sum[get_global_id(0)] = values[get_global_id(0)];
}

// options: -cl-std=CL3.0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
constant struct { char tag; constant int *row; half h; double d; } rows[2] = {{'a', table[1], 1.0h, 2.5}, {'b', 0}};
global int counter = 5;
global int *global where = &counter + 1;
global int zeros[4];

kernel void k(global int *out, int i) {
  local float scratch[16];
  local int flag;
  int squares[4] = {0, 1, 4, 9};
  const int fixed[3] = {7, i, 9};
  scratch[i] = out[i];
  flag = 3;
  out[0] = rows[i].row[2] + table[i][1] + squares[i] + fixed[i] + rows[0].tag;
  out[1] = *where + counter + zeros[i] + flag + (int)scratch[1];
  where = out;
}

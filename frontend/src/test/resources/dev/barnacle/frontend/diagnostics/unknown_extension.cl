// options:
#pragma OPENCL EXTENSION cl_khr_unheard_of : enable
kernel void k(global int *p) { *p = 1; }

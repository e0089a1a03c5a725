// Includes a kernel file of ArrayFire, which puts this type before each.
#include "arrayfire/src/backend/opencl/kernel/KParam.hpp"
#include ARRAYFIRE_KERNEL

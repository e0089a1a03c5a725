// Lesson 32: an image that a kernel both reads and writes is no ordinary memory. Even what a work-item has written itself
// it may read as it was before, unless it executes atomic_work_item_fence with CLK_IMAGE_MEM_FENCE in between.
kernel void faulty(read_write image2d_t image)
{
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(image, at, (float4)(0.5f));
  const float4 texel = read_imagef(image, at);
  write_imagef(image, at, texel * texel);
}

kernel void clean(read_write image2d_t image)
{
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(image, at, (float4)(0.5f));
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  const float4 texel = read_imagef(image, at);
  write_imagef(image, at, texel * texel);
}

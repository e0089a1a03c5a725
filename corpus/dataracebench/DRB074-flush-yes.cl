// All work-items set one flag; a fence is to make that safe.
// Race: a fence orders accesses, and does not make a plain store one that others may do at once.
kernel void flush(global atomic_int *q, global int *out)
{
  *(global int *)q = 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  out[get_global_id(0)] = *(global int *)q;
}

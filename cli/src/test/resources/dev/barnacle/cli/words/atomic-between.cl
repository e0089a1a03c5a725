// --global 8 --local 4 --arg tile=local[16] --arg count=int[1] --arg out=int[8]
// An atomic operation between two accesses is where work-items may be switched, but no barrier.
kernel void k(local int *tile, volatile global int *count, global int *out) {
  int i = get_local_id(0);
  tile[i] = i;
  atomic_inc(count);
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = tile[i ^ 1];
}

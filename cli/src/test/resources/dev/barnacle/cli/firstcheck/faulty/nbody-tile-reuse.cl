// expected: data-race; in lines 8, 11, 13
kernel void forces(global const float4 *pos, global float4 *acc, local float4 *tile,
                   int bodies, float eps) {
  int i = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
  float4 me = i < bodies ? pos[i] : (float4)(0);
  float3 sum = 0;
  for (int first = 0; first < bodies; first += size) {
    tile[lid] = first + lid < bodies ? pos[first + lid] : (float4)(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; j++) {
      float3 d = tile[j].xyz - me.xyz;
      float inv = rsqrt(dot(d, d) + eps);
      sum += tile[j].w * inv * inv * inv * d;
    }
  }
  if (i < bodies)
    acc[i] = (float4)(sum, 0);
}

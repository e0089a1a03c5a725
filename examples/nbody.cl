// One time step of the gravitational n-body problem, all pairs: float4 arithmetic, rsqrt, and a long
// inner loop that every work-item of a group runs in step.

// position: x, y, z and the mass in w; velocity: x, y, z, the fourth component is not used. Softening
// (> 0, a squared length) keeps close encounters finite and a body's pull on itself zero.
kernel void nbody(global const float4 *position, global const float4 *velocity, global float4 *new_position,
                  global float4 *new_velocity, uint bodies, float time_step, float softening)
{
  const size_t i = get_global_id(0);
  if (i >= bodies)
    return;
  const float4 p = position[i];
  float3 acceleration = (float3)(0.0f);
  for (uint j = 0; j < bodies; j++) {
    const float4 q = position[j];
    const float3 d = q.xyz - p.xyz;
    const float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
    acceleration += d * (q.w * inverse * inverse * inverse);
  }
  const float3 v = velocity[i].xyz + acceleration * time_step;
  new_velocity[i] = (float4)(v, 0.0f);
  new_position[i] = (float4)(p.xyz + v * time_step, p.w);
}

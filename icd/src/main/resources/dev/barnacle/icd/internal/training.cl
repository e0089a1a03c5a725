/* Kernels of many kinds, which the training of the driver's JVM builds and launches: each takes 1024
 * numbers and one more. NUMBER is defined before them. */
constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

typedef struct {
  float4 place;
  uint kind;
} Body;

uint scramble(uint a, uint b) {
  a ^= b >> 13;
  a *= 0x85ebca6bu + NUMBER;
  return a ^ a >> 16;
}

float area(float4 a, float4 b) {
  float4 d = a - b;
  return dot(d, d) + length(d.xy) + mad(a.x, b.y, d.z);
}

kernel void add(global uint *data, uint n) { data[get_global_id(0)] += n + NUMBER; }

kernel void loops(global uint *data, uint n) {
  size_t i = get_global_id(0);
  uint a = data[i] ^ NUMBER, b = a + 1u;
  for (uint round = 0; round < n + 4u; round++) {
    a = a * 1664525u + b;
    b = rotate(b, a & 31u) ^ round;
    if ((a & 7u) == 3u)
      b += a >> 5;
    else
      a ^= b << 3;
    if (a == 17u)
      break;
    if (b == 19u)
      continue;
    a = select(a, a + b, b & 1u);
  }
  uint4 v = (uint4)(a, b, a ^ b, a + b);
  v = v * (uint4)(3u, 5u, 7u, 11u) + n;
  v ^= v.yzwx >> 7u;
  v += max(v.wxyz, v.zwxy);
  if (i % 3 == 0)
    v.x = v.y + popcount(v.z) + clz(v.w);
  data[i] = v.x + v.y + v.z + v.w;
}

kernel void diverge(global uint *data, uint n) {
  size_t i = get_global_id(0);
  uint value = data[i], steps = 0, limit = n + (NUMBER & 7u);
  while (value != 1u && steps < limit) {
    if (value & 1u)
      value = 3u * value + data[value & 1023u];
    else
      value >>= 1;
    steps++;
  }
  ushort2 halves = as_ushort2(value);
  uchar4 bytes = as_uchar4(value);
  uint sum = halves.x * 3u + halves.y + bytes.x + bytes.y + bytes.z + bytes.w;
  ulong product = (ulong)sum * (steps + 7u) / (n + 1u);
  data[i] = clamp((uint)product, 5u, 0xfffffff0u) ^ (uint)(product >> 32) ^ mul_hi(sum, 77u);
}

kernel void locals(global uint *data, uint n) {
  local uint tile[1024];
  size_t l = get_local_id(0), i = get_global_id(0);
  uint value = data[i] + NUMBER;
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint round = 1; round <= n; round++) {
    atomic_add(&tile[l], value >> (round & 15u));
    value = value * 22695477u + round;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = tile[l];
  switch (value & 3u) {
  case 0: sum += 2u; break;
  case 1: sum ^= value; break;
  case 2: sum *= 3u; break;
  default: sum -= n;
  }
  data[i] = mad24(sum & 0xffffu, 2u, sum >> 16) + (uint)get_group_id(0);
}

kernel void reduce(global uint *data, uint n) {
  local uint sums[1024];
  size_t l = get_local_id(0);
  sums[l] = data[get_global_id(0)];
  for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size)
      sums[l] += sums[l + half_size];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    data[get_group_id(0)] = sums[0] + n;
    atomic_inc(&data[1023]);
    atomic_max(&data[1022], sums[0]);
    atomic_cmpxchg(&data[1021], 0u, sums[0]);
  }
}

kernel void privates(global uint *data, uint n) {
  size_t i = get_global_id(0);
  uint row[8];
  for (int j = 0; j < 8; j++)
    row[j] = scramble(data[i], NUMBER + j + table[(i + j) & 7]);
  for (uint round = 0; round < n; round++) {
    for (int j = 1; j < 8; j++)
      row[j] += scramble(row[j - 1], round);
    row[0] = row[7] + 3u;
  }
  uint sum = row[data[i] & 7u];
  for (int j = 0; j < 8; j++)
    sum = sum * 31u + row[j];
  data[i] = sum;
}

kernel void floats(global uint *data, uint n) {
  size_t i = get_global_id(0);
  global float *x = (global float *)data;
  float value = x[i], sum = 0.0f;
  for (uint j = 0; j < n; j++) {
    float d = fabs(value - x[(i + j) & 1023]) + 0.5f;
    sum += native_rsqrt(d) + sqrt(d) * exp(-d) + pow(d, 1.5f) + sin(d) * log(d) + fma(d, value, sum);
    sum = isnan(sum) || sum > 1e10f ? 1.0f : fmin(sum, fmax(d, floor(value)));
  }
  double wide = (double)sum / (n + 1.0) + convert_double(value);
  x[i] = convert_float(wide) + (float)convert_int_rte(sum) + convert_uchar_sat(value);
}

kernel void bodies(global uint *data, uint n) {
  size_t i = get_global_id(0);
  global float *x = (global float *)data;
  Body body = {vload4(i & 255, x), data[i] & 3u};
  float4 force = 0.0f;
  for (uint j = 0; j < n; j++)
    force += area(body.place, vload4((i + j) & 255, x)) * normalize(body.place);
  if (body.kind == 2)
    force = mix(force, body.place, 0.25f) + (float4)(hypot(force.x, force.y), 1, 2, 3);
  x[i] = force.x + force.y * step(0.5f, force.z) + (any(isless(force, body.place)) ? 1.0f : 0.0f);
}

kernel void grid(global uint *data, uint n) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
  local float tile[8][9];
  tile[get_local_id(1)][get_local_id(0)] = (float)data[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += tile[(get_local_id(1) + dy) & 7][(get_local_id(0) + dx) & 7];
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    data[y * width + x] = (uint)(sum / 9.0f) + n;
}

kernel void bytes(global uint *data, uint n) {
  size_t i = get_global_id(0);
  global uchar4 *pixels = (global uchar4 *)data;
  float4 color = convert_float4(pixels[i]) / 255.0f;
  float gray = dot(color.xyz, (float3)(0.299f, 0.587f, 0.114f));
  pixels[i] = convert_uchar4_sat_rte((float4)(gray, gray, color.x, 1.0f) * (255.0f + n));
}

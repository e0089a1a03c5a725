// options: -cl-std=CL1.2
constant ulong factor[] = { 0x100000001b3ULL };

kernel void hash(global ulong *data, uint n) {
  const size_t i = get_global_id(0);
  ulong h = 0xcbf29ce484222325ULL;
  h = (h ^ (data[i] & 0xFFull)) * factor[0];
  h += (ulong) 1ULL << n;
  data[i] = h % 1000000007ULL;
}

kernel void add(global long long *data, long long value) {
  data[get_global_id(0)] += value;
}

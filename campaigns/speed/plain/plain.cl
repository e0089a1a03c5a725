// Kernels as people write them who do not tune: one of each kind, to be timed by `barnacle bench --launch`.

// --- groups that work together ---

kernel void tree_reduction(global const float *x, global float *sums)
{
  local float part[256];
  const int l = get_local_id(0);
  part[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s)
      part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = part[0];
}

kernel void scan(global const float *x, global float *y)
{
  local float a[256];
  const int l = get_local_id(0);
  a[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < get_local_size(0); s *= 2) {
    const float before = l >= s ? a[l - s] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[get_global_id(0)] = a[l];
}

kernel void scan_blelloch(global const float *x, global float *y)
{
  local float a[256];
  const int l = get_local_id(0);
  const int n = get_local_size(0);
  a[l] = x[get_global_id(0)];
  for (int s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int at = (l + 1) * 2 * s - 1;
    if (at < n)
      a[at] += a[at - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    a[n - 1] = 0;
  for (int s = n / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int at = (l + 1) * 2 * s - 1;
    if (at < n) {
      const float t = a[at - s];
      a[at - s] = a[at];
      a[at] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = a[l];
}

kernel void histogram_plain(global const uint *x, global uint *bins)
{
  atomic_inc(&bins[x[get_global_id(0)] & 255]);
}

kernel void histogram_local(global const uint *x, global uint *bins, int n)
{
  local uint mine[256];
  const int l = get_local_id(0);
  mine[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&mine[x[i] & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[l], mine[l]);
}

kernel void transpose_plain(global const float *x, global float *y, int n)
{
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  y[i * n + j] = x[j * n + i];
}

kernel void transpose_tile(global const float *x, global float *y, int n)
{
  local float tile[16][17];
  const int li = get_local_id(0);
  const int lj = get_local_id(1);
  tile[lj][li] = x[get_global_id(1) * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[(get_group_id(0) * 16 + lj) * n + get_group_id(1) * 16 + li] = tile[li][lj];
}

kernel void bitonic_local(global uint *x)
{
  local uint a[256];
  const int l = get_local_id(0);
  a[l] = x[get_global_id(0)];
  for (int size = 2; size <= 256; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int other = l ^ stride;
      const uint mine = a[l];
      const uint theirs = a[other];
      barrier(CLK_LOCAL_MEM_FENCE);
      const bool up = (l & size) == 0;
      const bool low = l < other;
      a[l] = (up == low) ? min(mine, theirs) : max(mine, theirs);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = a[l];
}

// --- stencils, matrices ---

kernel void stencil5(global const float *x, global float *y, int n)
{
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
    y[j * n + i] = 0.5f * x[j * n + i]
                   + 0.125f * (x[j * n + i - 1] + x[j * n + i + 1] + x[(j - 1) * n + i] + x[(j + 1) * n + i]);
}

kernel void stencil27(global const float *x, global float *y)
{
  const int nx = get_global_size(0);
  const int ny = get_global_size(1);
  const int nz = get_global_size(2);
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  const int k = get_global_id(2);
  float sum = 0;
  for (int c = -1; c <= 1; c++)
    for (int b = -1; b <= 1; b++)
      for (int a = -1; a <= 1; a++)
        sum += x[(clamp(k + c, 0, nz - 1) * ny + clamp(j + b, 0, ny - 1)) * nx + clamp(i + a, 0, nx - 1)];
  y[(k * ny + j) * nx + i] = sum / 27;
}

kernel void matvec_rows(global const float *a, global const float *x, global float *y, int n)
{
  const int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[row * n + k] * x[k];
  y[row] = sum;
}

kernel void column_sums(global const float *a, global float *y, int n)
{
  const int column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k * n + column];
  y[column] = sum;
}

kernel void swapped(global float *a, global const float *b, int n)
{
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  a[row * n + column] = a[row * n + column] * 0.5f + b[row] * b[column];
}

kernel void matmul_double(global const double *a, global const double *b, global double *c, int n)
{
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[j * n + k] * b[k * n + i];
  c[j * n + i] = sum;
}

kernel void layernorm_row(global const float *x, global float *y, int n)
{
  const int row = get_global_id(0) * n;
  float mean = 0;
  for (int i = 0; i < n; i++)
    mean += x[row + i];
  mean /= n;
  float variance = 0;
  for (int i = 0; i < n; i++)
    variance += (x[row + i] - mean) * (x[row + i] - mean);
  const float scale = rsqrt(variance / n + 1e-5f);
  for (int i = 0; i < n; i++)
    y[row + i] = (x[row + i] - mean) * scale;
}

kernel void softmax_row(global const float *x, global float *y, int n)
{
  const int row = get_global_id(0) * n;
  float most = -INFINITY;
  for (int i = 0; i < n; i++)
    most = fmax(most, x[row + i]);
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[row + i] - most);
  for (int i = 0; i < n; i++)
    y[row + i] = exp(x[row + i] - most) / sum;
}

kernel void bilinear(global const float *x, global float *y, int from, int to)
{
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  const float u = clamp((i + 0.5f) * from / to - 0.5f, 0.0f, from - 1.0f);
  const float v = clamp((j + 0.5f) * from / to - 0.5f, 0.0f, from - 1.0f);
  const int u0 = (int)u;
  const int v0 = (int)v;
  const int u1 = min(u0 + 1, from - 1);
  const int v1 = min(v0 + 1, from - 1);
  const float top = mix(x[v0 * from + u0], x[v0 * from + u1], u - u0);
  const float bottom = mix(x[v1 * from + u0], x[v1 * from + u1], u - u0);
  y[j * to + i] = mix(top, bottom, v - v0);
}

kernel void dct8x8(global const float *x, global float *y)
{
  float a[64];
  const int first = get_global_id(0) * 64;
  for (int i = 0; i < 64; i++)
    a[i] = x[first + i];
  for (int pass = 0; pass < 2; pass++) {
    float t[64];
    for (int r = 0; r < 8; r++)
      for (int k = 0; k < 8; k++) {
        float sum = 0;
        for (int n = 0; n < 8; n++)
          sum += a[r * 8 + n] * cospi((2 * n + 1) * k / 16.0f);
        t[k * 8 + r] = sum;
      }
    for (int i = 0; i < 64; i++)
      a[i] = t[i];
  }
  for (int i = 0; i < 64; i++)
    y[first + i] = a[i];
}

kernel void floyd_step(global int *d, int n, int k)
{
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  const int through = d[i * n + k] + d[k * n + j];
  if (through < d[i * n + j])
    d[i * n + j] = through;
}

// --- divergence, searches, tables ---

kernel void merge(global const int *a, global const int *b, global int *c, int n)
{
  const int each = 2 * n / get_global_size(0);
  int at = get_global_id(0) * each;
  int low = max(0, at - n);
  int high = min(at, n);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] <= b[at - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low;
  int j = at - low;
  for (int left = each; left > 0; left--, at++) {
    if (j >= n || (i < n && a[i] <= b[j]))
      c[at] = a[i++];
    else
      c[at] = b[j++];
  }
}

kernel void binary_search(global const int *a, global const int *keys, global int *found, int n)
{
  const int key = keys[get_global_id(0)];
  int low = 0;
  int high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  found[get_global_id(0)] = low;
}

kernel void mandelbrot(global int *out, int n, int most)
{
  const float cx = get_global_id(0) * 3.0f / n - 2.2f;
  const float cy = get_global_id(1) * 3.0f / n - 1.5f;
  float x = 0;
  float y = 0;
  int k = 0;
  while (k < most && x * x + y * y < 4) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    k++;
  }
  out[get_global_id(1) * n + get_global_id(0)] = k;
}

kernel void nbody(global const float4 *p, global float4 *a, int n)
{
  const float4 me = p[get_global_id(0)];
  float4 sum = 0;
  for (int j = 0; j < n; j++) {
    const float4 d = p[j] - me;
    const float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
    sum += d * (p[j].w * r * r * r);
  }
  a[get_global_id(0)] = sum;
}

kernel void gather(global const float *x, global const int *at, global float *y)
{
  y[get_global_id(0)] = x[at[get_global_id(0)]];
}

kernel void scatter(global const float *x, global const int *at, global float *y)
{
  y[at[get_global_id(0)]] = x[get_global_id(0)];
}

kernel void string_search(global const uchar *text, global const uchar *word, int n, global int *found)
{
  const int i = get_global_id(0);
  int k = 0;
  while (k < n && text[i + k] == word[k])
    k++;
  found[i] = k == n;
}

kernel void crc32(global const uchar *data, global const uint *table, global uint *sums, int n)
{
  const int first = get_global_id(0) * n;
  uint crc = ~0u;
  for (int i = 0; i < n; i++)
    crc = table[(crc ^ data[first + i]) & 255] ^ (crc >> 8);
  sums[get_global_id(0)] = ~crc;
}

kernel void lookup_table(global const uchar *x, global const uchar *table, global uchar *y)
{
  y[get_global_id(0)] = table[x[get_global_id(0)]];
}

kernel void collatz(global int *steps)
{
  uint n = get_global_id(0) + 1;
  int k = 0;
  while (n != 1 && k < 1000) {
    n = (n & 1) ? 3 * n + 1 : n / 2;
    k++;
  }
  steps[get_global_id(0)] = k;
}

kernel void bitonic_step(global uint *x, int stride, int size)
{
  const int i = get_global_id(0);
  const int low = 2 * i - (i & (stride - 1));
  const uint a = x[low];
  const uint b = x[low + stride];
  const bool up = (low & size) == 0;
  if ((a > b) == up) {
    x[low] = b;
    x[low + stride] = a;
  }
}

// --- integers ---

kernel void xtea(global uint2 *v, global const uint *key)
{
  uint2 x = v[get_global_id(0)];
  uint sum = 0;
  for (int i = 0; i < 32; i++) {
    x.x += (((x.y << 4) ^ (x.y >> 5)) + x.y) ^ (sum + key[sum & 3]);
    sum += 0x9e3779b9u;
    x.y += (((x.x << 4) ^ (x.x >> 5)) + x.x) ^ (sum + key[(sum >> 11) & 3]);
  }
  v[get_global_id(0)] = x;
}

kernel void sha1(global const uint *message, global uint *digest)
{
  uint w[80];
  const int i = get_global_id(0);
  for (int t = 0; t < 16; t++)
    w[t] = message[i * 16 + t];
  for (int t = 16; t < 80; t++)
    w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1u);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
  for (int t = 0; t < 80; t++) {
    uint f, k;
    if (t < 20) {
      f = (b & c) | (~b & d);
      k = 0x5a827999;
    } else if (t < 40) {
      f = b ^ c ^ d;
      k = 0x6ed9eba1;
    } else if (t < 60) {
      f = (b & c) | (b & d) | (c & d);
      k = 0x8f1bbcdc;
    } else {
      f = b ^ c ^ d;
      k = 0xca62c1d6;
    }
    const uint next = rotate(a, 5u) + f + e + k + w[t];
    e = d;
    d = c;
    c = rotate(b, 30u);
    b = a;
    a = next;
  }
  digest[i * 5] = a;
  digest[i * 5 + 1] = b;
  digest[i * 5 + 2] = c;
  digest[i * 5 + 3] = d;
  digest[i * 5 + 4] = e;
}

constant uchar SHIFTS[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

kernel void md5(global const uint *message, global uint *digest)
{
  const int i = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int t = 0; t < 64; t++) {
    uint f;
    int g;
    if (t < 16) {
      f = (b & c) | (~b & d);
      g = t;
    } else if (t < 32) {
      f = (d & b) | (~d & c);
      g = (5 * t + 1) & 15;
    } else if (t < 48) {
      f = b ^ c ^ d;
      g = (3 * t + 5) & 15;
    } else {
      f = c ^ (b | ~d);
      g = 7 * t & 15;
    }
    const uint k = (t + 1) * 0x9e3779b9u;
    const uint next = b + rotate(a + f + k + message[i * 16 + g], (uint)SHIFTS[(t >> 4) * 4 + (t & 3)]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  digest[i * 4] = a;
  digest[i * 4 + 1] = b;
  digest[i * 4 + 2] = c;
  digest[i * 4 + 3] = d;
}

kernel void rng(global uint *seeds, int n)
{
  uint s = seeds[get_global_id(0)];
  uint sum = 0;
  for (int i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    sum ^= s >> 16;
  }
  seeds[get_global_id(0)] = sum;
}

kernel void dot_char(global const char *x, global const char *y, global int *out)
{
  const int first = get_global_id(0) * 64;
  int sum = 0;
  for (int i = 0; i < 64; i++)
    sum += x[first + i] * y[i];
  out[get_global_id(0)] = sum;
}

kernel void rgb_to_gray(global const uchar *rgb, global uchar *gray)
{
  const int i = get_global_id(0);
  gray[i] = (uchar)((rgb[3 * i] * 77 + rgb[3 * i + 1] * 151 + rgb[3 * i + 2] * 28) >> 8);
}

// --- floating point ---

kernel void black_scholes(global const float *s, global const float *x, global float *call)
{
  const int i = get_global_id(0);
  const float price = 10 + 90 * s[i];
  const float strike = 10 + 90 * x[i];
  const float t = 1.5f;
  const float v = 0.3f;
  const float r = 0.02f;
  const float d1 = (log(price / strike) + (r + v * v / 2) * t) / (v * sqrt(t));
  const float d2 = d1 - v * sqrt(t);
  call[i] = price * 0.5f * erfc(-d1 * M_SQRT1_2_F) - strike * exp(-r * t) * 0.5f * erfc(-d2 * M_SQRT1_2_F);
}

kernel void fft_radix2(global float2 *x)
{
  local float2 a[512];
  const int l = get_local_id(0);
  const int first = get_group_id(0) * 512;
  a[l] = x[first + l];
  a[l + 256] = x[first + l + 256];
  for (int half_size = 256; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int k = l & (half_size - 1);
    const int at = 2 * l - k;
    const float2 u = a[at];
    const float2 v = a[at + half_size];
    const float2 d = u - v;
    const float angle = -M_PI_F * k / half_size;
    const float c = cos(angle);
    const float s = sin(angle);
    a[at] = u + v;
    a[at + half_size] = (float2)(d.x * c - d.y * s, d.x * s + d.y * c);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[first + l] = a[l];
  x[first + l + 256] = a[l + 256];
}

kernel void fft_private(global const float2 *x, global float2 *y)
{
  float2 a[16];
  const int first = get_global_id(0) * 16;
  for (int i = 0; i < 16; i++)
    a[i] = x[first + i];
  for (int half_size = 8; half_size > 0; half_size /= 2)
    for (int l = 0; l < 8; l++) {
      const int k = l & (half_size - 1);
      const int at = 2 * l - k;
      const float2 u = a[at];
      const float2 d = u - a[at + half_size];
      const float c = cospi((float)k / half_size);
      const float s = -sinpi((float)k / half_size);
      a[at] = u + a[at + half_size];
      a[at + half_size] = (float2)(d.x * c - d.y * s, d.x * s + d.y * c);
    }
  for (int i = 0; i < 16; i++)
    y[first + i] = a[i];
}

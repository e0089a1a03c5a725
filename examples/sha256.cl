// SHA-256 (FIPS 180-4) of many messages, one a work-item: integer arithmetic, rotations, a private array
// that is indexed at run time and a table in constant memory.

constant uint round_constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint rotate_right(uint x, uint by)
{
  return rotate(x, 32 - by);
}

// Word i (big-endian) of the padded message: its bytes, a one bit, zeros, its length in bits.
static uint padded_word(global const uchar *message, uint length, uint words, uint i)
{
  uint word = 0;
  for (uint byte = 4 * i; byte < 4 * i + 4; byte++)
    word = word << 8 | (byte < length ? message[byte] : byte == length ? 0x80 : 0);
  if (i == words - 2)
    word = length >> 29;
  if (i == words - 1)
    word = length << 3;
  return word;
}

static void compress(uint hash[8], uint schedule[16])
{
  uint a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6], h = hash[7];
  for (uint t = 0; t < 64; t++) {
    if (t >= 16) {
      const uint w2 = schedule[(t - 2) % 16], w15 = schedule[(t - 15) % 16];
      const uint s0 = rotate_right(w15, 7) ^ rotate_right(w15, 18) ^ (w15 >> 3);
      const uint s1 = rotate_right(w2, 17) ^ rotate_right(w2, 19) ^ (w2 >> 10);
      schedule[t % 16] += s0 + schedule[(t - 7) % 16] + s1;
    }
    const uint sum1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    const uint t1 = h + sum1 + bitselect(g, f, e) + round_constants[t] + schedule[t % 16];
    const uint sum0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    const uint t2 = sum0 + bitselect(a, b, c ^ a);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  hash[0] += a;
  hash[1] += b;
  hash[2] += c;
  hash[3] += d;
  hash[4] += e;
  hash[5] += f;
  hash[6] += g;
  hash[7] += h;
}

// messages: count messages of length bytes each, one after the other; digests: eight words for each.
kernel void sha256(global const uchar *messages, uint length, uint count, global uint *digests)
{
  const size_t message = get_global_id(0);
  if (message >= count)
    return;
  uint hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const uint words = (length + 9 + 63) / 64 * 16;
  for (uint block = 0; block < words; block += 16) {
    uint schedule[16];
    for (uint i = 0; i < 16; i++)
      schedule[i] = padded_word(messages + message * length, length, words, block + i);
    compress(hash, schedule);
  }
  for (uint i = 0; i < 8; i++)
    digests[8 * message + i] = hash[i];
}

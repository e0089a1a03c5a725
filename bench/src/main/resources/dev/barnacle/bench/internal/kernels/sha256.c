// The example sha256.cl: a vector of messages at a time.
#include "lanes.h"

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATE(x, by) ((x) >> (by) | (x) << (32 - (by)))

static void compress(vuint hash[8], vuint w[16])
{
  vuint a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6], h = hash[7];
#pragma GCC unroll 64
  for (int t = 0; t < 64; t++) {
    if (t >= 16) {
      const vuint w2 = w[(t - 2) % 16], w15 = w[(t - 15) % 16];
      w[t % 16] += (ROTATE(w15, 7) ^ ROTATE(w15, 18) ^ (w15 >> 3)) + w[(t - 7) % 16] +
                   (ROTATE(w2, 17) ^ ROTATE(w2, 19) ^ (w2 >> 10));
    }
    const vuint t1 = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + (g ^ (e & (f ^ g))) + constants[t] + w[t % 16];
    const vuint t2 = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) | (c & (a | b)));
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

static uint32_t padded_word(const uint8_t *message, uint32_t length, uint32_t words, uint32_t i)
{
  uint32_t word = 0;
  if (4 * i + 4 <= length) {
    memcpy(&word, message + 4 * i, 4);
    return __builtin_bswap32(word);
  }
  for (uint32_t byte = 4 * i; byte < 4 * i + 4; byte++)
    word = word << 8 | (byte < length ? message[byte] : byte == length ? 0x80 : 0);
  return i == words - 2 ? length >> 29 : i == words - 1 ? length << 3 : word;
}

KERNEL(sha256)
{
  const uint8_t *messages = POINTER(uint8_t, 0);
  const uint32_t length = VALUE(uint32_t, 1), count = VALUE(uint32_t, 2), words = (length + 9 + 63) / 64 * 16;
  uint32_t *digests = POINTER(uint32_t, 3);
#pragma omp parallel for schedule(static)
  for (uint32_t message = 0; message < count; message += LANES) {
    const uint32_t lanes = count - message < LANES ? count - message : LANES;
    vuint hash[8] = {(vuint){} + 0x6a09e667, (vuint){} + 0xbb67ae85, (vuint){} + 0x3c6ef372, (vuint){} + 0xa54ff53a,
                     (vuint){} + 0x510e527f, (vuint){} + 0x9b05688c, (vuint){} + 0x1f83d9ab, (vuint){} + 0x5be0cd19};
    for (uint32_t block = 0; block < words; block += 16) {
      uint32_t rows[16][LANES] __attribute__((aligned(64))) = {};
      for (uint32_t l = 0; l < lanes; l++)
        for (int i = 0; i < 16; i++)
          rows[i][l] = padded_word(messages + (size_t)(message + l) * length, length, words, block + i);
      vuint schedule[16];
      memcpy(schedule, rows, sizeof schedule);
      compress(hash, schedule);
    }
    for (uint32_t l = 0; l < lanes; l++)
      for (int i = 0; i < 8; i++)
        digests[8 * (size_t)(message + l) + i] = hash[i][l];
  }
}

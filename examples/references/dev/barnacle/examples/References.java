package dev.barnacle.examples;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * What the examples compute, in plain Java: exact where they are exact, else in double precision.
 */
public final class References {
  private static final int[] PALETTE = {
    0x421e0f, 0x19071a, 0x09012f, 0x040449, 0x000764, 0x0c2c8a, 0x1852b1, 0x397dd1,
    0x86b5e5, 0xd3ecf8, 0xf1e9bf, 0xf8c95f, 0xffaa00, 0xcc8000, 0x995700, 0x6a3403
  };

  /** Of the larger of price and strike, at most 100: exp and log have up to 3 ulps each. */
  public static final int BLACK_SCHOLES_ULPS = 32;

  /** Each work-item adds up at most 1,003 numbers, then come at most 8 levels of the tree. */
  public static final int REDUCE_ULPS = 64;

  /** Of the temperatures, which are below 1. */
  public static final int HEAT_ULPS = 8;

  private References() {}

  /** Returns RGBA pixels. */
  public static byte[] mandelbrot(
      int width, int height, float left, float top, float step, int iterations) {
    ByteBuffer image = ByteBuffer.allocate(4 * width * height);
    for (int py = 0; py < height; py++) {
      for (int px = 0; px < width; px++) {
        int n = escape(left + px * step, top - py * step, iterations);
        image.putInt(n == iterations ? 0xff : PALETTE[n % 16] << 8 | 0xff);
      }
    }
    return image.array();
  }

  private static int escape(float cx, float cy, int iterations) {
    float x = 0;
    float y = 0;
    int n = 0;
    while (n < iterations && x * x + y * y <= 4) {
      float xx = x * x;
      float yy = y * y;
      y = 2 * x * y + cy;
      x = xx - yy + cx;
      n++;
    }
    return n;
  }

  /** Returns the new positions followed by the new velocities, four numbers a body. */
  public static double[] nbody(
      float[] position, float[] velocity, float timeStep, float softening) {
    int n = position.length;
    double[] result = new double[2 * n];
    for (int i = 0; i < n; i += 4) {
      double[] pull = new double[3];
      for (int j = 0; j < n; j += 4) {
        double[] d = new double[3];
        double squared = softening;
        for (int c = 0; c < 3; c++) {
          d[c] = (double) position[j + c] - position[i + c];
          squared += d[c] * d[c];
        }
        for (int c = 0; c < 3; c++) {
          pull[c] += d[c] * position[j + 3] / (squared * Math.sqrt(squared));
        }
      }
      for (int c = 0; c < 3; c++) {
        result[n + i + c] = velocity[i + c] + pull[c] * timeStep;
        result[i + c] = position[i + c] + result[n + i + c] * timeStep;
      }
      result[i + 3] = position[i + 3];
    }
    return result;
  }

  /** Returns {@code alpha a b + beta c}. */
  public static double[] sgemm(
      float[] a, float[] b, float[] c, int m, int n, int k, float alpha, float beta) {
    double[] result = new double[m * n];
    for (int row = 0; row < m; row++) {
      for (int column = 0; column < n; column++) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
          sum += (double) a[row * k + i] * b[i * n + column];
        }
        result[row * n + column] = alpha * sum + beta * c[row * n + column];
      }
    }
    return result;
  }

  /** Returns the call prices followed by the put prices. */
  public static double[] blackScholes(float[] draws, double rate, double volatility) {
    int options = draws.length / 3;
    double[] result = new double[2 * options];
    for (int i = 0; i < options; i++) {
      double price = 5 + 25 * (double) draws[3 * i];
      double strike = 1 + 99 * (double) draws[3 * i + 1];
      double years = 0.25 + 9.75 * draws[3 * i + 2];
      double deviation = volatility * Math.sqrt(years);
      double drift = (rate + volatility * volatility / 2) * years;
      double d1 = (Math.log(price / strike) + drift) / deviation;
      double cdf1 = normalCdf(d1);
      double cdf2 = normalCdf(d1 - deviation);
      double discounted = strike * Math.exp(-rate * years);
      result[i] = price * cdf1 - discounted * cdf2;
      result[options + i] = discounted * (1 - cdf2) - price * (1 - cdf1);
    }
    return result;
  }

  private static double normalCdf(double d) {
    double[] coefficients = {1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530};
    double k = 1 / (1 + 0.2316419 * Math.abs(d));
    double polynomial = 0;
    for (double coefficient : coefficients) {
      polynomial = (polynomial + coefficient) * k;
    }
    double tail = 0.39894228040 * Math.exp(-d * d / 2) * polynomial;
    return d > 0 ? 1 - tail : tail;
  }

  public static double sum(float[] x) {
    double sum = 0;
    for (float number : x) {
      sum += number;
    }
    return sum;
  }

  /** Returns 256 counts, 32 bits each. */
  public static byte[] histogram(byte[] data) {
    int[] bins = new int[256];
    for (byte value : data) {
      bins[Byte.toUnsignedInt(value)]++;
    }
    return bytes(bins);
  }

  /** Sorts unsigned integers, each segment for itself. */
  public static byte[] sorted(byte[] data, int segment) {
    int[] keys = new int[data.length / 4];
    ByteBuffer.wrap(data).order(LITTLE_ENDIAN).asIntBuffer().get(keys);
    for (int base = 0; base < keys.length; base += segment) {
      int end = Math.min(base + segment, keys.length);
      for (int i = base; i < end; i++) {
        keys[i] ^= Integer.MIN_VALUE;
      }
      Arrays.sort(keys, base, end);
      for (int i = base; i < end; i++) {
        keys[i] ^= Integer.MIN_VALUE;
      }
    }
    return bytes(keys);
  }

  public static byte[] sobel(byte[] pixels, int width, int height) {
    byte[] edges = new byte[width * height];
    int[][] weights = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int gx = 0;
        int gy = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            int row = Math.clamp(y + dy, 0, height - 1);
            int column = Math.clamp(x + dx, 0, width - 1);
            int pixel = Byte.toUnsignedInt(pixels[row * width + column]);
            gx += weights[dy + 1][dx + 1] * pixel;
            gy += weights[dx + 1][dy + 1] * pixel;
          }
        }
        edges[y * width + x] = (byte) Math.min(255, Math.rint(Math.sqrt(gx * gx + gy * gy)));
      }
    }
    return edges;
  }

  /** Returns the digests as words of the host, which is little-endian. */
  public static byte[] sha256(byte[] messages, int length) throws NoSuchAlgorithmException {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    int count = messages.length / length;
    ByteBuffer digests = ByteBuffer.allocate(32 * count).order(LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      sha.update(messages, i * length, length);
      ByteBuffer digest = ByteBuffer.wrap(sha.digest());
      for (int word = 0; word < 8; word++) {
        digests.putInt(digest.getInt());
      }
    }
    return digests.array();
  }

  public static double[] heat(double[] old, int width, int height, double diffusion) {
    double[] now = old.clone();
    for (int y = 1; y < height - 1; y++) {
      for (int x = 1; x < width - 1; x++) {
        int i = y * width + x;
        double around = old[i - 1] + old[i + 1] + old[i - width] + old[i + width];
        now[i] = old[i] + diffusion * (around - 4 * old[i]);
      }
    }
    return now;
  }

  public static float[] floats(byte[] bytes) {
    float[] numbers = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).asFloatBuffer().get(numbers);
    return numbers;
  }

  public static double[] doubles(byte[] bytes) {
    double[] numbers = new double[bytes.length / 8];
    ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).asDoubleBuffer().get(numbers);
    return numbers;
  }

  private static byte[] bytes(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(LITTLE_ENDIAN);
    bytes.asIntBuffer().put(numbers);
    return bytes.array();
  }

  /** Asserts that floats are within ulps of the expected number or, if larger, of a magnitude. */
  public static void assertFloats(double[] expected, byte[] actual, int ulps, double magnitude) {
    float[] floats = floats(actual);
    assertEquals(expected.length, floats.length);
    for (int i = 0; i < expected.length; i++) {
      double ulp = Math.ulp((float) Math.max(Math.abs(expected[i]), magnitude));
      double error = Math.abs(floats[i] - expected[i]) / ulp;
      assertTrue(
          error <= ulps,
          "element " + i + " is " + floats[i] + ", not " + expected[i] + ": " + error + " ulps");
    }
  }
}

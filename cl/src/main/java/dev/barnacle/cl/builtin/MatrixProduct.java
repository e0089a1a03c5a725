package dev.barnacle.cl.builtin;

import dev.barnacle.cl.BuiltInCall;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * {@code barnacle_matmul_float}: {@code C = alpha · A · B + beta · C}, where A is m×k, B k×n and C
 * m×n, row after row without gaps. With a beta of 0 nothing of C is read, and with an alpha or k of
 * 0 nothing of A and B.
 */
final class MatrixProduct {
  private static final ValueLayout.OfFloat FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /** Rows of C that a task computes, a block of B that fits a second-level cache. */
  private static final int ROWS = 64;

  private static final int DEPTH = 256;
  private static final int COLUMNS = 512;

  /** Rows of C, and of B, that the innermost loop goes through at once. */
  private static final int TILE_ROWS = 2;

  private static final int TILE_DEPTH = 4;

  private final long columns;
  private final long depth;
  private final float alpha;
  private final float beta;
  private final MemorySegment a;
  private final MemorySegment b;
  private final MemorySegment c;

  private MatrixProduct(BuiltInCall call, long rows) {
    this.columns = Integer.toUnsignedLong(call.intValue(1));
    this.depth = Integer.toUnsignedLong(call.intValue(2));
    this.alpha = call.floatValue(3);
    this.beta = call.floatValue(6);
    boolean multiplies = rows != 0 && columns != 0 && depth != 0 && alpha != 0;
    this.a = multiplies ? matrix(call, 4, rows, depth) : MemorySegment.NULL;
    this.b = multiplies ? matrix(call, 5, depth, columns) : MemorySegment.NULL;
    this.c = matrix(call, 7, rows, columns);
  }

  private static MemorySegment matrix(BuiltInCall call, int index, long rows, long columns) {
    return call.memory(index, rows * columns, Float.BYTES);
  }

  static void run(BuiltInCall call) {
    long rows = Integer.toUnsignedLong(call.intValue(0));
    MatrixProduct product = new MatrixProduct(call, rows);
    if (product.columns == 0) {
      return;
    }
    int tasks = (int) Math.ceilDiv(rows, (long) ROWS);
    call.parallel(
        tasks,
        task -> {
          long first = (long) task * ROWS;
          product.rows(first, (int) Math.min(ROWS, rows - first));
        });
  }

  private void rows(long first, int count) {
    Work work = new Work(count);
    for (long column = 0; column < columns; column += COLUMNS) {
      int width = (int) Math.min(COLUMNS, columns - column);
      work.clear();
      if (!a.equals(MemorySegment.NULL)) {
        for (long k = 0; k < depth; k += DEPTH) {
          work.multiply(first, column, k, width, (int) Math.min(DEPTH, depth - k));
        }
      }
      work.store(first, column, width);
    }
  }

  /** A block of rows of C in the making, and the block of B that is multiplied. */
  private final class Work {
    private final int count;
    private final float[][] sums;
    private final float[][] block = new float[DEPTH][COLUMNS];
    private final float[] factors = new float[TILE_ROWS * TILE_DEPTH];

    Work(int count) {
      this.count = count;
      this.sums = new float[Math.ceilDiv(count, TILE_ROWS) * TILE_ROWS][COLUMNS];
    }

    void clear() {
      for (float[] row : sums) {
        Arrays.fill(row, 0);
      }
    }

    void multiply(long row, long column, long k, int width, int deep) {
      for (int d = 0; d < deep; d++) {
        MemorySegment.copy(
            b, FLOATS, ((k + d) * columns + column) * Float.BYTES, block[d], 0, width);
      }
      for (int d = deep; d % TILE_DEPTH != 0; d++) {
        Arrays.fill(block[d], 0);
      }
      for (int r = 0; r < count; r += TILE_ROWS) {
        for (int d = 0; d < deep; d += TILE_DEPTH) {
          factors(row + r, Math.min(TILE_ROWS, count - r), k + d, Math.min(TILE_DEPTH, deep - d));
          multiplyTile(
              sums[r], sums[r + 1], block[d], block[d + 1], block[d + 2], block[d + 3], width);
        }
      }
    }

    /** Reads a tile of A; what is outside of the matrix is 0. */
    private void factors(long row, int rows, long k, int deep) {
      Arrays.fill(factors, 0);
      for (int r = 0; r < rows; r++) {
        for (int d = 0; d < deep; d++) {
          factors[r * TILE_DEPTH + d] = a.getAtIndex(FLOATS, (row + r) * depth + k + d);
        }
      }
    }

    /**
     * Adds the product of a tile of A and four rows of B to two rows of C. HotSpot makes SIMD code
     * of a loop over arrays that are all indexed alike.
     */
    private void multiplyTile(
        float[] sum0, float[] sum1, float[] b0, float[] b1, float[] b2, float[] b3, int width) {
      float a00 = factors[0];
      float a01 = factors[1];
      float a02 = factors[2];
      float a03 = factors[3];
      float a10 = factors[4];
      float a11 = factors[5];
      float a12 = factors[6];
      float a13 = factors[7];
      for (int i = 0; i < width; i++) {
        sum0[i] += a00 * b0[i] + a01 * b1[i] + a02 * b2[i] + a03 * b3[i];
        sum1[i] += a10 * b0[i] + a11 * b1[i] + a12 * b2[i] + a13 * b3[i];
      }
    }

    void store(long row, long column, int width) {
      for (int r = 0; r < count; r++) {
        long at = (row + r) * columns + column;
        for (int i = 0; i < width; i++) {
          float sum = alpha * sums[r][i];
          c.setAtIndex(FLOATS, at + i, beta == 0 ? sum : sum + beta * c.getAtIndex(FLOATS, at + i));
        }
      }
    }
  }
}

package dev.barnacle.model;

/** A binary relation over events, as a matrix of bits: row {@code a} holds the b with (a, b). */
public final class Relation extends Bits {
  /** An empty relation over at most {@code capacity} events. */
  public Relation(int capacity) {
    super(capacity, capacity);
  }

  /** Adds the pair (a, b). */
  public void add(int a, int b) {
    bits[a * words + (b >>> 6)] |= 1L << b;
  }

  /** Takes the pair (a, b) out. */
  public void remove(int a, int b) {
    bits[a * words + (b >>> 6)] &= ~(1L << b);
  }

  /** Returns whether the pair (a, b) is in the relation. */
  public boolean contains(int a, int b) {
    return (bits[a * words + (b >>> 6)] >>> b & 1) != 0;
  }

  @Override
  public int used(int n) {
    return n * words;
  }

  /** Adds (a, b) to a transitive relation and closes it again. */
  public void addTransitively(int a, int b, int n) {
    if (contains(a, b)) {
      return;
    }
    for (int x = 0; x < n; x++) {
      if (x == a || contains(x, a)) {
        for (int w = 0; w < words; w++) {
          bits[x * words + w] |= bits[b * words + w];
        }
        add(x, b);
      }
    }
  }

  /** Replaces it by its transitive closure over the first {@code n} events. */
  public void close(int n) {
    if (words == 1) {
      closeSmall(n);
      return;
    }
    for (int k = 0; k < n; k++) {
      int rowK = k * words;
      for (int i = 0; i < n; i++) {
        if (contains(i, k)) {
          int rowI = i * words;
          for (int w = 0; w < words; w++) {
            bits[rowI + w] |= bits[rowK + w];
          }
        }
      }
    }
  }

  private void closeSmall(int n) {
    long[] rows = bits;
    for (int k = 0; k < n; k++) {
      long row = rows[k];
      if (row == 0) {
        continue;
      }
      for (int i = 0; i < n; i++) {
        long r = rows[i];
        // All ones where (i, k) is in the relation: no branch to mispredict.
        rows[i] = r | (row & -(r >>> k & 1));
      }
    }
  }

  /** Returns whether some event among the first {@code n} is related to itself. */
  public boolean hasReflexive(int n) {
    for (int i = 0; i < n; i++) {
      if (contains(i, i)) {
        return true;
      }
    }
    return false;
  }

  /** Forgets the rows and columns from event {@code n} on, up to event {@code old}. */
  public void truncate(int n, int old) {
    for (int i = 0; i < n; i++) {
      for (int w = n >>> 6; w < words; w++) {
        bits[i * words + w] &= mask(n, w);
      }
    }
    for (int i = n * words; i < old * words; i++) {
      bits[i] = 0;
    }
  }
}

package dev.barnacle.explore.internal.kernel.state;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A state: a hash of 128 bits of all but what happens before what is to come, and that. Of two
 * states with the same hash, all that may come of the one in which more happens before may come of
 * the other too: happens-before only forbids.
 */
public final class StateKey {
  private final long high;
  private final long low;

  /** The ranks of epochs, each a byte. */
  private final ByteBuffer known;

  private StateKey(long high, long low, ByteBuffer known) {
    this.high = high;
    this.low = low;
    this.known = known;
  }

  static StateKey of(Words words, Words known) {
    long[] ranks = known.toArray();
    byte[] bytes = new byte[ranks.length];
    boolean fits = true;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ranks[i];
      fits &= bytes[i] == ranks[i];
    }
    if (!fits) {
      words.addAll(ranks);
      bytes = new byte[0];
    }
    return new StateKey(words.high(), words.low(), ByteBuffer.wrap(bytes));
  }

  /** Returns the ranks, to be compared. */
  public ByteBuffer known() {
    return known;
  }

  /** Returns whether in a state with some ranks no more happens before than with others. */
  public static boolean covers(ByteBuffer less, ByteBuffer more) {
    if (less.limit() != more.limit()) {
      return false;
    }
    for (int i = 0; i < less.limit(); i++) {
      if (less.get(i) > more.get(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateKey k && k.high == high && k.low == low;
  }

  @Override
  public int hashCode() {
    return Objects.hash(high, low);
  }
}

package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Function;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The decoded code of a function. */
public final class FunctionCode {
  private static final Op[] NONE = {};

  /** The function. */
  public final Function function;

  /** Its operations, block by block; it begins with the first. */
  public Op[] ops = NONE;

  /** For each operation, the memory objects that it and what may come after it may write. */
  public long[] writes = {};

  /** For each operation, those that it and what may come after it may write atomically. */
  public long[] atomicWrites = {};

  /**
   * For each operation, those that it and what may come after it may store to, atomically or not.
   */
  public long[] stores = {};

  /**
   * For each operation, those that it and what may come after it may read otherwise than by
   * read-modify-writes that always write: such a read need not read from the last write.
   */
  public long[] loads = {};

  /** For each operation, those that it and what may come after it may access not atomically. */
  public long[] plain = {};

  /**
   * For each operation, the memory objects that it and what may come after it may access, counting
   * updates that nobody sees ({@link Op#blind}) for none.
   */
  public long[] touches = {};

  /** The same up to a barrier of the work-group that orders the object's memory. */
  public long[] touchesInPhase = {};

  /** The same as {@code touches} for a call whose result is not used. */
  public long[] touchesUnused = {};

  /** The same as {@code touchesInPhase} for a call whose result is not used. */
  public long[] touchesInPhaseUnused = {};

  /**
   * For each operation, whether it or what may come after it asks for what tells the work-item from
   * others: its ids, its place in a sub-group.
   */
  public boolean[] asks = {};

  /** For each operation, the registers that may be used from there on, as far as was asked. */
  private AtomicReferenceArray<int @Nullable []> used = new AtomicReferenceArray<>(0);

  /** The number of registers that a call takes. */
  public int registers;

  FunctionCode(Function function) {
    this.function = function;
  }

  /** Returns the registers that may be used from an operation on; a later one has none. */
  public int[] usedFrom(int operation) {
    int[] known = used.get(operation);
    if (known == null) {
      known = Ahead.used(this, operation);
      used.set(operation, known);
    }
    return known;
  }

  /** Takes the operations. */
  void set(Op[] decoded) {
    ops = decoded;
    used = new AtomicReferenceArray<>(decoded.length + 1);
    asks = Ahead.asks(decoded);
  }
}

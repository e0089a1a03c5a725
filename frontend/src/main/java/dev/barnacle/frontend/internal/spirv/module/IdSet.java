package dev.barnacle.frontend.internal.spirv.module;

import java.util.BitSet;

/** A set of ids, which may be asked for any word of an instruction. */
public final class IdSet {
  private final BitSet bits = new BitSet();

  /** Makes an empty set. */
  public IdSet() {}

  /** Adds an id, which is below the module's bound. */
  public void add(int id) {
    bits.set(id);
  }

  /** Returns whether a word is one of the ids. */
  public boolean contains(int word) {
    return word >= 0 && bits.get(word);
  }

  /** Returns whether there is none. */
  public boolean isEmpty() {
    return bits.isEmpty();
  }
}

package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Cast;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;

/** Finds what a pointer was made from. */
final class PointerBase {
  private PointerBase() {}

  /** Returns the pointer without what was added to it, and without conversions. */
  static Value of(Value pointer) {
    Value base = pointer;
    while (true) {
      switch (base) {
        case PointerAdd add -> base = add.operand(0);
        case Cast cast -> base = cast.operand(0);
        default -> {
          return base;
        }
      }
    }
  }
}

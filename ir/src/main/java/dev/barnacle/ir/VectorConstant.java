package dev.barnacle.ir;

import java.util.Collections;
import java.util.List;

/**
 * A vector of constants.
 *
 * @param type its type
 * @param elements one constant a lane
 */
public record VectorConstant(VectorType type, List<Constant> elements) implements Constant {
  public VectorConstant {
    elements = List.copyOf(elements);
    if (elements.size() != type.lanes()) {
      throw new IllegalArgumentException(elements.size() + " elements for " + type);
    }
  }

  /** Returns the vector that has {@code element} in each lane. */
  public static VectorConstant splat(Constant element, int lanes) {
    return new VectorConstant(
        new VectorType(element.type(), lanes), Collections.nCopies(lanes, element));
  }
}

package dev.barnacle.ir;

/**
 * The null pointer of a pointer type, or the null value of an opaque type (such as no event).
 *
 * @param type a pointer or opaque type
 */
public record NullConstant(Type type) implements Constant {
  public NullConstant {
    if (!(type instanceof PointerType) && !(type instanceof OpaqueType)) {
      throw new IllegalArgumentException("no null value of type " + type);
    }
  }
}

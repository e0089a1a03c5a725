package dev.barnacle.ir;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of a function.
 *
 * <p>A kernel's parameter that OpenCL C passes by value as a struct is a pointer to private memory
 * that holds a copy of the argument ({@link #byValueBytes()}); a pointer to local memory points to
 * memory that the engine allots for each work-group.
 */
public final class Parameter implements Value {
  private final String name;
  private final Type type;
  private final int index;
  private final Attributes attributes;
  private @Nullable Declaration declaration;

  /**
   * The properties of a pointer parameter, as far as they are known.
   *
   * @param byValueBytes the size of the struct that is passed by value, or 0
   * @param alignment the alignment of what it points to, in bytes; 0 where not known
   * @param noAlias declared {@code restrict}
   * @param readOnly the function writes nothing through it
   */
  public record Attributes(long byValueBytes, long alignment, boolean noAlias, boolean readOnly) {
    /** Nothing is known. */
    public static final Attributes NONE = new Attributes(0, 0, false, false);
  }

  /** Makes the parameter number {@code index} (from 0). */
  public Parameter(String name, Type type, int index, Attributes attributes) {
    this.name = name;
    this.type = type;
    this.index = index;
    this.attributes = attributes;
  }

  /** Returns its name in the source, or a made one. */
  public String name() {
    return name;
  }

  @Override
  public Type type() {
    return type;
  }

  /** Returns its position, from 0. */
  public int index() {
    return index;
  }

  /** Returns what is known of a pointer parameter. */
  public Attributes attributes() {
    return attributes;
  }

  /** Returns the size of the struct that this kernel parameter passes by value, or 0. */
  public long byValueBytes() {
    return attributes.byValueBytes();
  }

  /**
   * Returns what the source calls the memory that it points to, or the struct that it is; null
   * where that is not known.
   */
  public @Nullable Declaration declaration() {
    return declaration;
  }

  /** Sets what the source calls the memory that it points to. */
  public void setDeclaration(@Nullable Declaration declaration) {
    this.declaration = declaration;
  }

  @Override
  public String toString() {
    return type + " %" + name;
  }
}

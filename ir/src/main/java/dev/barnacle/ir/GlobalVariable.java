package dev.barnacle.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a module: a constant, a program-scope variable, or a kernel's local variable. As a
 * value it is the variable's address.
 */
public final class GlobalVariable implements Value {
  private final String name;
  private final AddressSpace space;
  private final long byteSize;
  private final long alignment;
  private @Nullable Initializer initializer;
  private @Nullable Declaration declaration;

  /** The initial value of a variable. */
  public static final class Initializer {
    private final byte[] bytes;
    private final List<Relocation> relocations;

    /**
     * Makes an initialiser.
     *
     * @param bytes the content, little-endian, from the beginning; what of the variable they don't
     *     reach is zero. Not copied, so not to be changed afterwards
     * @param relocations where addresses of other variables stand in it
     */
    public Initializer(byte[] bytes, List<Relocation> relocations) {
      this.bytes = bytes;
      this.relocations = List.copyOf(relocations);
    }

    /** Returns the content, little-endian, up to where all is zero; to be read only. */
    public byte[] bytes() {
      return bytes;
    }

    /** Returns where addresses of other variables stand in it. */
    public List<Relocation> relocations() {
      return relocations;
    }
  }

  /**
   * An address inside an initialiser.
   *
   * @param offset where the 8 bytes of the address stand
   * @param target the variable that it points to
   * @param addend bytes to add to the target's address
   */
  public record Relocation(long offset, GlobalVariable target, long addend) {}

  /**
   * Makes a variable.
   *
   * @param space LOCAL (one for each work-group, without initialiser), CONSTANT or GLOBAL (one for
   *     each program)
   */
  public GlobalVariable(
      String name,
      AddressSpace space,
      long byteSize,
      long alignment,
      @Nullable Initializer initializer) {
    this.name = name;
    this.space = space;
    this.byteSize = byteSize;
    this.alignment = alignment;
    this.initializer = initializer;
  }

  /** Returns its name, unique in the module. */
  public String name() {
    return name;
  }

  /** Returns the type of its address. */
  @Override
  public Type type() {
    return new PointerType(space);
  }

  /** Returns where it lies. */
  public AddressSpace space() {
    return space;
  }

  /** Returns its size in bytes. */
  public long byteSize() {
    return byteSize;
  }

  /** Returns its alignment in bytes, a power of two. */
  public long alignment() {
    return alignment;
  }

  /** Returns its first content; null where it is undefined (local variables). */
  public @Nullable Initializer initializer() {
    return initializer;
  }

  /** Sets its first content; needed where variables point to each other. */
  public void setInitializer(@Nullable Initializer initializer) {
    this.initializer = initializer;
  }

  /** Returns the variable of the source that it is, or a part of; null where it is not known. */
  public @Nullable Declaration declaration() {
    return declaration;
  }

  /** Sets the variable of the source that it is. */
  public void setDeclaration(@Nullable Declaration declaration) {
    this.declaration = declaration;
  }

  @Override
  public String toString() {
    return "@" + name;
  }
}

package dev.barnacle.cl;

import dev.barnacle.cl.internal.program.IlBinary;
import java.util.Map;

/**
 * A module in SPIR-V, of which {@link Context#build(IlModule, String)} makes a program ({@code
 * clCreateProgramWithIL}), with the values that its specialisation constants are given. It belongs
 * to no context.
 */
public final class IlModule {
  private final IlBinary binary;

  IlModule(IlBinary binary) {
    this.binary = binary;
  }

  /**
   * Makes a module of its bytes, in either byte order.
   *
   * @param name what diagnostics call it
   * @throws ClException {@code CL_INVALID_VALUE} if they don't begin as SPIR-V does
   */
  public static IlModule of(String name, byte[] bytes) {
    return new IlModule(IlBinary.of(name, bytes.clone()));
  }

  /** Returns the module's bytes ({@code CL_PROGRAM_IL}). */
  public byte[] bytes() {
    return binary.bytes().clone();
  }

  /**
   * Returns the sizes of its specialisation constants in bytes, by their {@code SpecId}s.
   *
   * @throws ClException {@code CL_INVALID_PROGRAM} if the module is not valid
   */
  public Map<Integer, Integer> constants() {
    return binary.constants();
  }

  /**
   * Returns the module with a value for a specialisation constant ({@code
   * clSetProgramSpecializationConstant}).
   *
   * @param id its {@code SpecId}
   * @param bits its bits, as many of the lower ones as it has
   * @throws ClException {@code CL_INVALID_SPEC_ID} if the module has no such constant
   */
  public IlModule with(int id, long bits) {
    return new IlModule(binary.with(id, bits));
  }

  /** Returns the module as programs are made of it. */
  IlBinary binary() {
    return binary;
  }
}

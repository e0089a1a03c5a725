package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import java.util.HashMap;
import java.util.Map;

/**
 * A SPIR-V module with the values that its specialisation constants are given: what {@code
 * IlModule} of the API is.
 *
 * @param name what diagnostics call it
 * @param bytes the module, not to be written to
 * @param values by {@code SpecId}
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
public record IlBinary(String name, byte[] bytes, Map<Integer, Long> values) {
  /** Makes a copy of the map. */
  public IlBinary {
    values = Map.copyOf(values);
  }

  /** Takes a module that is not looked at before it is built, but for its beginning. */
  public static IlBinary of(String name, byte[] bytes) {
    if (!OpenClCompiler.isSpirv(bytes)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, name + " is no SPIR-V");
    }
    return new IlBinary(name, bytes, Map.of());
  }

  /** Returns the sizes of the specialisation constants in bytes, by their {@code SpecId}s. */
  public Map<Integer, Integer> constants() {
    try {
      return OpenClCompiler.specializationConstants(name, bytes);
    } catch (FrontendException e) {
      throw new ClException(ErrorCode.CL_INVALID_PROGRAM, ClangCompiler.summary(e), e);
    }
  }

  /** Returns the module with a value for a constant that it has. */
  public IlBinary with(int id, long bits) {
    if (!constants().containsKey(id)) {
      throw new ClException(
          ErrorCode.CL_INVALID_SPEC_ID,
          name + " has no specialisation constant " + Integer.toUnsignedString(id));
    }
    Map<Integer, Long> all = new HashMap<>(values);
    all.put(id, bits);
    return new IlBinary(name, bytes, all);
  }
}

package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The facts of all kernels of a program that can be loaded. They are kept in the cache, so that a
 * program whose machine code is there too runs without its IR being read.
 *
 * @param kernels by name
 */
public record ProgramFacts(Map<String, KernelFacts> kernels) {
  /** Nothing is known. */
  public static final ProgramFacts NONE = new ProgramFacts(Map.of());

  public ProgramFacts {
    kernels = Map.copyOf(kernels);
  }

  /** Finds those of a program. */
  public static ProgramFacts of(Module module) {
    Map<String, KernelFacts> kernels = new LinkedHashMap<>();
    module.kernels().forEach(k -> kernels.put(k.name(), KernelFacts.of(k)));
    return new ProgramFacts(kernels);
  }

  /** Returns those of a kernel, which are found in its code where they aren't known. */
  public KernelFacts of(Function kernel) {
    KernelFacts known = kernels.get(kernel.name());
    return known == null ? KernelFacts.of(kernel) : known;
  }

  /** Returns them as bytes. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(kernels.size());
      for (Map.Entry<String, KernelFacts> kernel : kernels.entrySet()) {
        out.writeUTF(kernel.getKey());
        kernel.getValue().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #encode} wrote; empty if the bytes are something else. */
  public static Optional<ProgramFacts> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      Map<String, KernelFacts> kernels = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        kernels.put(in.readUTF(), KernelFacts.read(in));
      }
      return in.read() < 0 ? Optional.of(new ProgramFacts(kernels)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

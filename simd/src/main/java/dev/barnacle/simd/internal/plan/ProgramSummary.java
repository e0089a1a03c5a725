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
 * The summaries of all kernels of a program that can be loaded. They are kept in the cache, so that
 * a program whose machine code is there too runs without its IR being read.
 *
 * @param kernels by name
 */
public record ProgramSummary(Map<String, KernelSummary> kernels) {
  /** Nothing is known. */
  public static final ProgramSummary NONE = new ProgramSummary(Map.of());

  public ProgramSummary {
    kernels = Map.copyOf(kernels);
  }

  /** Finds those of a program. */
  public static ProgramSummary of(Module module) {
    Map<String, KernelSummary> kernels = new LinkedHashMap<>();
    module.kernels().forEach(k -> kernels.put(k.name(), KernelSummary.of(k)));
    return new ProgramSummary(kernels);
  }

  /** Returns those of a kernel, which are found in its code where they aren't known. */
  public KernelSummary of(Function kernel) {
    KernelSummary known = kernels.get(kernel.name());
    return known == null ? KernelSummary.of(kernel) : known;
  }

  /** Returns them as bytes. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(kernels.size());
      for (Map.Entry<String, KernelSummary> kernel : kernels.entrySet()) {
        out.writeUTF(kernel.getKey());
        kernel.getValue().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #encode} wrote; empty if the bytes are something else. */
  public static Optional<ProgramSummary> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      Map<String, KernelSummary> kernels = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        kernels.put(in.readUTF(), KernelSummary.read(in));
      }
      return in.read() < 0 ? Optional.of(new ProgramSummary(kernels)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

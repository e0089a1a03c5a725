package dev.barnacle.simd.internal.cpu;

import dev.barnacle.llvm.module.TargetMachine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * This computer's processor in LLVM's words.
 *
 * @param triple of the kind of machine
 * @param cpu the processor's name
 * @param features what it has and lacks
 */
public record HostCpu(String triple, String cpu, String features) {
  /** Asks LLVM. */
  public static HostCpu ofLlvm() {
    return new HostCpu(
        TargetMachine.hostTriple(), TargetMachine.hostCpu(), TargetMachine.hostFeatures());
  }

  /** Returns it as bytes. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(triple);
      out.writeUTF(cpu);
      out.writeUTF(features);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #encode} wrote; empty if the bytes are something else. */
  public static Optional<HostCpu> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      HostCpu host = new HostCpu(in.readUTF(), in.readUTF(), in.readUTF());
      return in.read() < 0 ? Optional.of(host) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

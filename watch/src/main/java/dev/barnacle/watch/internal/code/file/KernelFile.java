package dev.barnacle.watch.internal.code.file;

import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a compiled kernel that are kept.
 *
 * @param classes its class files by name, that of the kernel's body first
 */
public record KernelFile(KernelFacts facts, Map<String, byte[]> classes) {
  /** Returns whether the classes are the same. */
  public boolean hasClasses(Map<String, byte[]> others) {
    return classes.keySet().equals(others.keySet())
        && classes.entrySet().stream()
            .allMatch(e -> Arrays.equals(e.getValue(), others.get(e.getKey())));
  }

  /** Returns it as bytes. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      new FactsWriter(out).write(facts);
      out.writeInt(classes.size());
      for (Map.Entry<String, byte[]> each : classes.entrySet()) {
        out.writeUTF(each.getKey());
        out.writeInt(each.getValue().length);
        out.write(each.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #encode} wrote; empty if the bytes are something else. */
  public static Optional<KernelFile> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      KernelFacts facts = new FactsReader(in).read();
      Map<String, byte[]> classes = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        classes.put(in.readUTF(), content(in, in.readInt()));
      }
      return in.read() < 0 && !classes.isEmpty()
          ? Optional.of(new KernelFile(facts, classes))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static byte[] content(DataInputStream in, int length) throws IOException {
    byte[] content = in.readNBytes(length);
    if (content.length < length) {
      throw new EOFException();
    }
    return content;
  }
}

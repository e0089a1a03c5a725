package dev.barnacle.simd.internal.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What is in the files that programs' machine code is kept in. */
public final class KeptCode {
  private static final int HEAD_BYTES = 4 * Integer.BYTES;

  private KeptCode() {}

  /** Returns the files of programs. */
  public static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return new ArrayList<>(all.filter(p -> p.toString().endsWith(".program")).sorted().toList());
    }
  }

  /** Returns a line for each version of a kernel. */
  public static Set<String> versions(Path folder) throws IOException {
    Set<String> all = new TreeSet<>();
    for (Path file : files(folder)) {
      for (byte[] record : records(Files.readAllBytes(file))) {
        all.add(file.getFileName() + " " + key(record));
      }
    }
    return all;
  }

  /** Returns a file's records of machine code alone. */
  public static byte[] codeAlone(Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    records(Files.readAllBytes(file)).forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static List<byte[]> records(byte[] file) {
    List<byte[]> all = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(file);
    while (in.hasRemaining()) {
      int at = in.position();
      byte[] record = new byte[HEAD_BYTES + in.getInt(at + 4) + in.getInt(at + 8)];
      in.get(record);
      if (key(record).contains("Specialization")) {
        all.add(record);
      }
    }
    return all;
  }

  private static String key(byte[] record) {
    int bytes = ByteBuffer.wrap(record).getInt(4);
    return new String(record, HEAD_BYTES, bytes, StandardCharsets.ISO_8859_1);
  }
}

package dev.barnacle.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The identity of a build of Barnacle's modules: a sum over the jars or folders that they are
 * loaded from. So nothing that an older build made is taken for this one's.
 */
public final class BuildId {
  /** "PK\5\6" and the fields of the record that ends a jar, the last of which is a comment. */
  private static final int END_SIGNATURE = 0x06054b50;

  /** The system property that says it, where who starts the JVM knows it. */
  private static final String PROPERTY = "barnacle.build";

  /** The system property that names a file which says it, made with the jars of the JVM. */
  private static final String FILE_PROPERTY = "barnacle.build.file";

  private static final int MIN_END = 22;
  private static final int MAX_END = MIN_END + 0xffff;
  private static final int DIRECTORY_OFFSET = 16;

  private BuildId() {}

  /**
   * Returns the sum over the modules of these classes, one of each, and the Java version, which
   * takes a millisecond or more; or what is {@linkplain #known() known} of all.
   *
   * @return empty where they can't be read: nothing may be kept then
   */
  public static Optional<String> of(Class<?>... parts) {
    Optional<String> known = known();
    if (known.isPresent()) {
      return known;
    }
    Blake3Sum sum = new Blake3Sum().add(Runtime.version().toString());
    try {
      for (Class<?> part : parts) {
        CodeSource source = part.getProtectionDomain().getCodeSource();
        if (source == null) {
          return Optional.empty();
        }
        add(sum, source.getLocation().toURI());
      }
      return Optional.of(sum.hex());
    } catch (IOException | URISyntaxException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns what tells this build with all its libraries from others, where the launcher has said
   * it ({@code -Dbarnacle.build=…}), or the driver has where it stands ({@code
   * -Dbarnacle.build.file=…}): no jar need be opened for it.
   */
  public static Optional<String> known() {
    String said = System.getProperty(PROPERTY, "");
    return said.isEmpty() ? InFile.ID : Optional.of(said);
  }

  private static final class InFile {
    static final Optional<String> ID = inFile(System.getProperty(FILE_PROPERTY, ""));
  }

  /** Not by a channel, which takes more of the JVM's interpreter than the file has bytes. */
  static Optional<String> inFile(String file) {
    try (FileInputStream in = new FileInputStream(file)) {
      String id = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).strip();
      return id.isEmpty() ? Optional.empty() : Optional.of(id);
    } catch (IOException e) {
      return Optional.empty(); // what is loaded is looked at instead
    }
  }

  private static void add(Blake3Sum sum, URI place) throws IOException {
    if (place.getScheme().equals("jrt")) {
      Path image = Path.of(System.getProperty("java.home"), "lib", "modules");
      sum.add(Files.size(image) + " " + Files.getLastModifiedTime(image));
      return;
    }
    Path path = Path.of(place);
    if (Files.isRegularFile(path)) {
      sum.add(jar(path));
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        sum.add(path.relativize(file).toString()).add(crc(file));
      }
    }
  }

  /**
   * Returns what stands for a jar: a sum over its central directory (PKWARE's APPNOTE, 4.3.12),
   * which has the CRC-32 of every file in it.
   */
  private static String jar(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      ByteBuffer end = read(channel, Math.max(0, size - MAX_END), size);
      for (int i = end.limit() - MIN_END; i >= 0; i--) {
        if (end.getInt(i) == END_SIGNATURE) {
          long start = Integer.toUnsignedLong(end.getInt(i + DIRECTORY_OFFSET));
          return start < size ? crc(read(channel, start, size)) : crc(file);
        }
      }
    }
    return crc(file); // no jar
  }

  private static ByteBuffer read(FileChannel channel, long from, long to) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(to - from)).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
    return bytes.flip();
  }

  private static String crc(Path file) throws IOException {
    return crc(ByteBuffer.wrap(Files.readAllBytes(file)));
  }

  private static String crc(ByteBuffer content) {
    int length = content.remaining();
    CRC32 crc = new CRC32(); // quick from the first call on, which a sum by Java code is not
    crc.update(content);
    return length + " " + crc.getValue();
  }
}

package dev.barnacle.llvm;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * What tells one build of Barnacle's modules from others: a sum over the jars or folders that they
 * are loaded from, so that nothing that an older build made is taken for this one's.
 */
public final class BuildId {
  private BuildId() {}

  /**
   * Returns the sum over the modules of these classes, one of each, and the Java version. It takes
   * about a millisecond.
   *
   * @return empty where they can't be read: nothing may be kept then
   */
  public static Optional<String> of(Class<?>... parts) {
    Sha256 sum = new Sha256().add(Runtime.version().toString());
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

  private static void add(Sha256 sum, URI place) throws IOException {
    if (place.getScheme().equals("jrt")) {
      Path image = Path.of(System.getProperty("java.home"), "lib", "modules");
      sum.add(Files.size(image) + " " + Files.getLastModifiedTime(image));
      return;
    }
    Path path = Path.of(place);
    if (Files.isRegularFile(path)) {
      sum.add(crc(path));
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        sum.add(path.relativize(file).toString()).add(crc(file));
      }
    }
  }

  private static String crc(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    CRC32 crc = new CRC32(); // quick from the first call on, which a sum by Java code is not
    crc.update(content);
    return content.length + " " + crc.getValue();
  }
}

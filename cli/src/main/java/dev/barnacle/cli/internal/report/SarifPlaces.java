package dev.barnacle.cli.internal.report;

import dev.barnacle.cl.bytes.SourceEncoding;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Names places as SARIF does: artifact locations (3.4), regions (3.30) and locations (3.28). */
final class SarifPlaces {
  private static final String BASE = "%SRCROOT%";

  private final Path root;
  private final Sources sources;

  /**
   * Names places below a folder by their paths in it.
   *
   * @param root the folder that names of files are relative to
   */
  SarifPlaces(Path root, Sources sources) {
    this.root = root.toAbsolutePath().normalize();
    this.sources = sources;
  }

  /** Returns what relative addresses are relative to (3.14.14). */
  Map<String, Object> bases() {
    String address = root.toUri().toString();
    return Map.of(BASE, Map.of("uri", address.endsWith("/") ? address : address + "/"));
  }

  /** Returns where a file is: below the folder, elsewhere on this machine, or a mere name. */
  Map<String, Object> artifact(String file) {
    try {
      Path path = root.resolve(file).normalize();
      if (path.startsWith(root)) {
        String relative = root.relativize(path).toString().replace('\\', '/');
        return SarifOutput.ordered("uri", relative(relative), "uriBaseId", BASE);
      }
      return Map.of("uri", path.toUri().toString());
    } catch (InvalidPathException e) {
      return Map.of("uri", relative(file));
    }
  }

  /** Returns a relative reference, its odd characters escaped; {@code a:b} is no scheme. */
  private static String relative(String path) {
    try {
      String address = new URI(null, null, path, null).toASCIIString();
      return address.isEmpty() ? "." : address;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(path, e); // a path has no part that could be wrong
    }
  }

  /** Returns a location; its message is what happened there. */
  Map<String, Object> location(Spot spot) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (spot.isKnown()) {
      Map<String, Object> physical = new LinkedHashMap<>();
      physical.put("artifactLocation", artifact(spot.file()));
      if (spot.line() > 0 && !spot.isWord()) {
        physical.put("region", region(spot));
      }
      json.put("physicalLocation", physical);
    }
    if (!spot.words().isEmpty()) {
      json.put("message", Map.of("text", spot.words()));
    }
    return json;
  }

  private Map<String, Object> region(Spot spot) {
    Map<String, Object> region = new LinkedHashMap<>();
    region.put("startLine", spot.line());
    Optional<String> line = sources.line(spot.file(), spot.line());
    if (spot.column() > 0) {
      region.put(
          "startColumn", line.map(text -> column(text, spot.column())).orElse(spot.column()));
    }
    line.ifPresent(text -> region.put("snippet", Map.of("text", text)));
    return region;
  }

  /** Returns a column in characters of one in bytes, from 1. */
  private static int column(String line, int inBytes) {
    byte[] bytes = SourceEncoding.encode(line);
    byte[] before = Arrays.copyOf(bytes, Math.min(bytes.length, inBytes - 1));
    String text = SourceEncoding.decode(before);
    return text.codePointCount(0, text.length()) + 1;
  }
}

package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.CacheDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was compiled, on disk.
 *
 * <p>A lookup has two steps, as the files that a source includes are known only once it has been
 * compiled. The first key is a sum over what is known before; under it lies a {@link Manifest} that
 * names the included files. The second key adds their contents; under it lies the result. Files are
 * written beside their place and renamed, and carry a sum of their content: a broken one counts as
 * absent. Trouble with the disk never fails a build.
 */
public final class CompileCache {
  private static final byte[] MAGIC = "Barnacle compiled 1\n".getBytes(StandardCharsets.US_ASCII);
  private static final String MANIFEST = ".manifest";
  private static final String RESULT = ".result";

  private final Path folder;
  private final long maxBytes;

  /** Makes a cache in this folder, which need not exist. */
  public CompileCache(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /**
   * What a successful compilation left.
   *
   * @param log the build log
   * @param bitcode the linked program
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Entry(String log, byte[] bitcode) {}

  /** The result for this first key and the included files as they are now. */
  Optional<Entry> find(String key) {
    return read(folder.resolve(key + MANIFEST))
        .map(bytes -> Manifest.parse(new String(bytes, StandardCharsets.UTF_8)))
        .flatMap(manifest -> manifest.resultKey(key))
        .flatMap(resultKey -> read(folder.resolve(resultKey + RESULT)))
        .map(CompileCache::decode);
  }

  /** Remembers a result. */
  void store(String key, Manifest manifest, Entry entry) {
    Optional<String> resultKey = manifest.resultKey(key);
    if (resultKey.isEmpty()) {
      return; // an included file has gone since clang read it
    }
    try {
      write(folder.resolve(resultKey.get() + RESULT), encode(entry));
      write(folder.resolve(key + MANIFEST), manifest.toString().getBytes(StandardCharsets.UTF_8));
      trim();
    } catch (IOException e) {
      return; // a full or read-only disk: the program is built all the same
    }
  }

  private static byte[] encode(Entry entry) {
    byte[] log = entry.log().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + log.length + entry.bitcode().length)
        .putInt(log.length)
        .put(log)
        .put(entry.bitcode())
        .array();
  }

  private static Entry decode(byte[] content) {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    byte[] log = new byte[buffer.getInt()];
    buffer.get(log);
    byte[] bitcode = new byte[buffer.remaining()];
    buffer.get(bitcode);
    return new Entry(new String(log, StandardCharsets.UTF_8), bitcode);
  }

  private static void write(Path file, byte[] content) throws IOException {
    byte[] sum = Sha256.of(content);
    CacheDirectory.write(
        file,
        ByteBuffer.allocate(MAGIC.length + sum.length + content.length)
            .put(MAGIC)
            .put(sum)
            .put(content)
            .array());
  }

  /** A file's content, if it is there and whole; marks it as used now. */
  private static Optional<byte[]> read(Path file) {
    try {
      byte[] all = Files.readAllBytes(file);
      int start = MAGIC.length + Sha256.BYTES;
      if (all.length >= start && Arrays.equals(MAGIC, 0, MAGIC.length, all, 0, MAGIC.length)) {
        byte[] content = Arrays.copyOfRange(all, start, all.length);
        if (Arrays.equals(Sha256.of(content), Arrays.copyOfRange(all, MAGIC.length, start))) {
          touch(file);
          return Optional.of(content);
        }
      }
      Files.deleteIfExists(file);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void touch(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      return; // another process deleted it, or the disk is read-only
    }
  }

  private record Aged(Path file, FileTime used, long bytes) {}

  /** Deletes what was used longest ago until the rest is small enough. */
  private void trim() throws IOException {
    List<Aged> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        aged(file).ifPresent(files::add);
      }
    }
    long total = files.stream().mapToLong(Aged::bytes).sum();
    files.sort(Comparator.comparing(Aged::used).thenComparing(Aged::file));
    for (Aged oldest : files) {
      if (total <= maxBytes) {
        return;
      }
      Files.deleteIfExists(oldest.file());
      total -= oldest.bytes();
    }
  }

  private static Optional<Aged> aged(Path file) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.isRegularFile()
          ? Optional.of(new Aged(file, attributes.lastModifiedTime(), attributes.size()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty(); // another process was faster
    }
  }
}

package dev.barnacle.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Files on disk by name, in one folder that any number of processes share.
 *
 * <p>Files are written beside their place and renamed, and carry a sum of their content: a broken
 * one counts as absent and is deleted. What was used longest ago is deleted when all together
 * becomes too large. Trouble with the disk never fails a build.
 */
public final class BlobStore {
  /** The size in bytes that the user's cache is kept below. */
  public static final long DEFAULT_BYTES = 256L << 20;

  private static final byte[] MAGIC = "Barnacle compiled 2\n".getBytes(StandardCharsets.US_ASCII);

  /**
   * The share of the size that is written between two looks at the whole folder, by any process.
   */
  private static final long SHARE = 64;

  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

  /**
   * The permissions of files, where the system has them: the user's alone, like temporary files.
   */
  private static final FileAttribute<?>[] PRIVATE =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];

  private final Path folder;
  private final long maxBytes;
  private final AtomicLong unseen;

  /**
   * Makes a store.
   *
   * @param folder need not exist
   * @param maxBytes what it is kept below, give or take a little
   */
  public BlobStore(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    // Processes that write a little each look at the folder as often, all together.
    this.unseen = new AtomicLong(ThreadLocalRandom.current().nextLong(maxBytes / SHARE + 1));
  }

  /**
   * Returns the user's cache, {@code compile} below {@link CacheDirectory}; empty if the
   * environment says {@code BARNACLE_COMPILE_CACHE=off}.
   */
  public static Optional<BlobStore> ofUser() {
    return "off".equals(System.getenv("BARNACLE_COMPILE_CACHE"))
        ? Optional.empty()
        : Optional.of(new BlobStore(CacheDirectory.get().resolve("compile"), DEFAULT_BYTES));
  }

  /** Returns whether there is a file; it may yet turn out not to be whole. */
  public boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  /** Returns a file's content, if it is there and whole, and marks it as used now. */
  public Optional<byte[]> read(String name) {
    Path file = folder.resolve(name);
    try {
      byte[] all = Files.readAllBytes(file);
      int start = MAGIC.length + Long.BYTES;
      if (all.length >= start && Arrays.equals(MAGIC, 0, MAGIC.length, all, 0, MAGIC.length)) {
        byte[] content = Arrays.copyOfRange(all, start, all.length);
        if (sum(content) == ByteBuffer.wrap(all).getLong(MAGIC.length)) {
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

  /** Returns a file that grows, which need not exist. */
  public RecordFile records(String name) {
    return new RecordFile(this, folder.resolve(name).toFile());
  }

  /** Adds to the end of a file in one step; does nothing where the disk is full. */
  void append(Path file, ByteBuffer bytes) {
    try {
      Files.createDirectories(folder);
      int length = bytes.remaining();
      try (FileChannel out = FileChannel.open(file, APPEND, PRIVATE)) {
        out.write(bytes); // all at once, or the disk is full: what is cut off is found broken
      }
      count(length);
    } catch (IOException e) {
      return; // a full or read-only disk: the program is built all the same
    }
  }

  void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      return; // it stays absent for those who read it
    }
  }

  /** Writes a file; does nothing where the disk is full or may not be written. */
  public void write(String name, byte[] content) {
    byte[] all =
        ByteBuffer.allocate(MAGIC.length + Long.BYTES + content.length)
            .put(MAGIC)
            .putLong(sum(content))
            .put(content)
            .array();
    try {
      CacheDirectory.write(folder.resolve(name), all);
      count(all.length);
    } catch (IOException e) {
      return; // a full or read-only disk: the program is built all the same
    }
  }

  private void count(int bytes) throws IOException {
    if (unseen.addAndGet(bytes) > maxBytes / SHARE) {
      unseen.set(0);
      trim();
    }
  }

  /** Returns what a content that a disk or a crash has spoilt won't agree with. */
  private static long sum(byte[] content) {
    CRC32 sum = new CRC32();
    sum.update(content);
    return sum.getValue() << Integer.SIZE | content.length;
  }

  static void touch(Path file) {
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

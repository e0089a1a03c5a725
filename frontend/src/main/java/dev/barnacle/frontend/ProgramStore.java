package dev.barnacle.frontend;

import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.BuildId;
import dev.barnacle.store.DiskCache;
import java.util.Optional;

/**
 * What was made of programs, on disk, beside what the compiler remembers ({@link OpenClCompiler}).
 */
public final class ProgramStore {
  private final DiskCache files;
  private final String build;

  private ProgramStore(DiskCache files, String build) {
    this.files = files;
    this.build = build;
  }

  /**
   * Returns the user's.
   *
   * @param makers a class of each module that has a part in what is kept: other builds of them find
   *     nothing
   * @return empty if the environment says {@code BARNACLE_COMPILE_CACHE=off}, or the modules can't
   *     be told from other builds
   */
  public static Optional<ProgramStore> ofUser(Class<?>... makers) {
    return DiskCache.ofUser()
        .flatMap(files -> BuildId.of(makers).map(build -> new ProgramStore(files, build)));
  }

  private String file(String name, String suffix) {
    return new Blake3Sum().add(build).add(name).hex() + suffix;
  }

  /**
   * Tells whether something is kept.
   *
   * @param name any text: all that the content depends on, except the makers' build
   * @param suffix of the file's name
   */
  public boolean has(String name, String suffix) {
    return files.has(file(name, suffix));
  }

  /** Returns what is kept under a name. */
  public Optional<byte[]> read(String name, String suffix) {
    return files.read(file(name, suffix));
  }

  /** Keeps a content under a name; does nothing where the disk is full or may not be written. */
  public void write(String name, String suffix, byte[] content) {
    files.write(file(name, suffix), content);
  }
}

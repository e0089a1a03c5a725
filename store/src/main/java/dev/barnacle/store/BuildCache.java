package dev.barnacle.store;

import java.util.Optional;

/**
 * A view of the files on disk by what they were made of: what one build of Barnacle has made,
 * another one does not find.
 */
public final class BuildCache {
  private final BlobStore files;
  private final String build;

  private BuildCache(BlobStore files, String build) {
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
  public static Optional<BuildCache> ofUser(Class<?>... makers) {
    return BlobStore.ofUser()
        .flatMap(files -> BuildId.of(makers).map(build -> new BuildCache(files, build)));
  }

  private String file(String name, String suffix) {
    return new Blake3Sum().add(build).add(name).hex() + suffix;
  }

  /**
   * Returns whether something is kept.
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

package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.BlobStore;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The sources of binaries that programs were given, in the user's cache, so that findings in
 * programs that are made of these binaries later (PyOpenCL keeps them) show their lines. The
 * binaries themselves don't have the source: their author may hand them on without.
 */
final class KeptSources {
  private KeptSources() {}

  /**
   * A source.
   *
   * @param name what places in the binary call it
   */
  record Source(String name, String text) {}

  /** Keeps the source of a binary. */
  static void keep(byte[] binary, Source source) {
    byte[] name = SourceEncoding.encode(source.name());
    byte[] text = SourceEncoding.encode(source.text());
    byte[] all =
        ByteBuffer.allocate(Integer.BYTES + name.length + text.length)
            .putInt(name.length)
            .put(name)
            .put(text)
            .array();
    BlobStore.ofUser().filter(c -> !c.has(file(binary))).ifPresent(c -> c.write(file(binary), all));
  }

  /** Returns the source of a binary, if it was kept. */
  static Optional<Source> find(byte[] binary) {
    return BlobStore.ofUser().flatMap(c -> c.read(file(binary))).map(KeptSources::source);
  }

  private static Source source(byte[] all) {
    int length = ByteBuffer.wrap(all).getInt();
    int start = Integer.BYTES + length;
    return new Source(
        SourceEncoding.decode(Arrays.copyOfRange(all, Integer.BYTES, start)),
        SourceEncoding.decode(Arrays.copyOfRange(all, start, all.length)));
  }

  private static String file(byte[] binary) {
    return "source-" + new Blake3Sum().add(binary).hex();
  }
}

package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.DiskCache;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What was compiled, on disk.
 *
 * <p>A lookup has two steps, as the files that a source includes are known only once it has been
 * compiled. The first key is a sum over what is known before; under it lies a {@link Manifest} that
 * names the included files. The second key adds their contents; under it lies the result.
 */
public final class CompileCache {
  private static final String MANIFEST = ".manifest";
  private static final String RESULT = ".result";

  private final DiskCache files;

  /** Makes a cache of these files. */
  public CompileCache(DiskCache files) {
    this.files = files;
  }

  /**
   * What a successful compilation left.
   *
   * @param log the build log
   * @param program the linked program: bitcode, or the text of its IR
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Entry(String log, byte[] program) {}

  /** The result for this first key and the included files as they are now. */
  Optional<Entry> find(String key) {
    return files
        .read(key + MANIFEST)
        .map(bytes -> Manifest.parse(new String(bytes, StandardCharsets.UTF_8)))
        .flatMap(manifest -> manifest.resultKey(key))
        .flatMap(resultKey -> files.read(resultKey + RESULT))
        .map(CompileCache::decode);
  }

  /** Remembers a result. */
  void store(String key, Manifest manifest, Entry entry) {
    Optional<String> resultKey = manifest.resultKey(key);
    if (resultKey.isEmpty()) {
      return; // an included file has gone since clang read it
    }
    files.write(resultKey.get() + RESULT, encode(entry));
    files.write(key + MANIFEST, manifest.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] encode(Entry entry) {
    byte[] log = entry.log().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + log.length + entry.program().length)
        .putInt(log.length)
        .put(log)
        .put(entry.program())
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
}

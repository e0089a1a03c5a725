package dev.barnacle.frontend.internal.clang;

import dev.barnacle.ir.ByteText;
import dev.barnacle.store.BlobStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The compiled programs, on disk.
 *
 * <p>A lookup has two steps, as the files that a source includes are known only once it has been
 * compiled. The first key is a sum over what is known before; under it lies a {@link Manifest} that
 * names the included files. The second key adds their contents; under it lies the result.
 */
public final class CompileCache {
  private static final String MANIFEST = ".manifest";
  private static final String RESULT = ".result";

  private final BlobStore files;

  /** Makes a cache of these files. */
  public CompileCache(BlobStore files) {
    this.files = files;
  }

  /**
   * The result of a successful compilation.
   *
   * @param log the build log
   * @param kept the program
   */
  record Entry(String log, ModuleMaker.Kept kept) {
    /** An entry of bitcode that is not read. */
    Entry(String log, byte[] bitcode) {
      this(log, new ModuleMaker.Kept("", "", bitcode));
    }
  }

  /**
   * The result of a lookup.
   *
   * @param name the second key, which tells the result from all others
   */
  record Found(Entry entry, String name) {}

  /** The result for this first key and the included files as they are now. */
  Optional<Found> find(String key) {
    return files
        .read(key + MANIFEST)
        .map(bytes -> Manifest.parse(new String(bytes, StandardCharsets.UTF_8)))
        .flatMap(manifest -> manifest.resultKey(key))
        .flatMap(name -> files.read(name + RESULT).map(bytes -> new Found(decode(bytes), name)));
  }

  /** Remembers a result; returns the second key, if it is remembered. */
  Optional<String> store(String key, Manifest manifest, Entry entry) {
    Optional<String> name = manifest.resultKey(key); // empty: a file has gone since clang read it
    if (name.isPresent()) {
      files.write(name.get() + RESULT, encode(entry));
      files.write(key + MANIFEST, manifest.toString().getBytes(StandardCharsets.UTF_8));
    }
    return name;
  }

  private static byte[] encode(Entry entry) {
    byte[] log = ByteText.encode(entry.log());
    byte[] sum = ByteText.encode(entry.kept().sum());
    byte[] declarations = ByteText.encode(entry.kept().declarations());
    byte[] program = entry.kept().program();
    return ByteBuffer.allocate(
            3 * Integer.BYTES + log.length + sum.length + declarations.length + program.length)
        .putInt(log.length)
        .put(log)
        .putInt(sum.length)
        .put(sum)
        .putInt(declarations.length)
        .put(declarations)
        .put(program)
        .array();
  }

  private static Entry decode(byte[] content) {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    String log = ByteText.decode(bytes(buffer, buffer.getInt()));
    String sum = ByteText.decode(bytes(buffer, buffer.getInt()));
    String declarations = ByteText.decode(bytes(buffer, buffer.getInt()));
    byte[] program = bytes(buffer, buffer.remaining());
    return new Entry(log, new ModuleMaker.Kept(sum, declarations, program));
  }

  private static byte[] bytes(ByteBuffer from, int count) {
    byte[] bytes = new byte[count];
    from.get(bytes);
    return bytes;
  }
}

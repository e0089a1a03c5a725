package dev.barnacle.cl.internal.program;

import dev.barnacle.engine.Engine;
import dev.barnacle.ir.Module;
import dev.barnacle.store.BuildCache;
import dev.barnacle.watch.CodeStore;
import dev.barnacle.watch.WatchEngine;
import java.util.Optional;

/** The code of kernels that the checking engine has made, on disk. */
public record WatchedCode(BuildCache files) implements CodeStore {
  private static final String SUFFIX = ".watch";

  /** The user's, once for all contexts: jars may have to be read for it. */
  private static final class OfUser {
    static final CodeStore STORE =
        BuildCache.ofUser(WatchEngine.class, Engine.class, Module.class)
            .<CodeStore>map(WatchedCode::new)
            .orElse(NONE);
  }

  /** Returns the user's; it keeps nothing where there is no cache. */
  public static CodeStore ofUser() {
    return OfUser.STORE;
  }

  @Override
  public boolean has(String name) {
    return files.has(name, SUFFIX);
  }

  @Override
  public Optional<byte[]> read(String name) {
    return files.read(name, SUFFIX);
  }

  @Override
  public void write(String name, byte[] content) {
    files.write(name, SUFFIX, content);
  }
}

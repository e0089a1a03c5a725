package dev.barnacle.frontend.internal.clang;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The latest results of clang in this process. A program that is built from source is often asked
 * for its binary next (PyOpenCL does so for each one). That is made of the same bitcode.
 */
public final class RecentCompilations {
  private static final RecentCompilations OF_PROCESS = new RecentCompilations(32 << 20);

  private final long maxBytes;
  private final Map<String, Known> latest = new LinkedHashMap<>();
  private long bytes;

  /**
   * A compilation.
   *
   * @param state a sum over the files that it included
   */
  private record Known(SourceInput.Compiled compiled, String state) {
    long byteSize() {
      return compiled.bitcode().length;
    }
  }

  /**
   * Makes one that knows nothing.
   *
   * @param maxBytes of bitcode together, of which the oldest goes first
   */
  RecentCompilations(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns the one that this process shares. */
  public static RecentCompilations ofProcess() {
    return OF_PROCESS;
  }

  /** Remembers a compilation, unless it is not known what it depends on. */
  void add(String key, SourceInput.Compiled compiled) {
    Optional<String> state = compiled.manifest().flatMap(m -> m.resultKey(key));
    state.ifPresent(s -> add(key, new Known(compiled, s)));
  }

  private synchronized void add(String key, Known known) {
    remove(key);
    latest.put(key, known);
    bytes += known.byteSize();
    while (bytes > maxBytes) {
      remove(latest.keySet().iterator().next());
    }
  }

  private void remove(String key) {
    Known old = latest.remove(key);
    bytes -= old == null ? 0 : old.byteSize();
  }

  /** Returns what was made of a source, if what it included is still the same. */
  Optional<SourceInput.Compiled> find(String key) {
    return known(key)
        .filter(k -> k.compiled().manifest().flatMap(m -> m.resultKey(key)).equals(state(k)))
        .map(Known::compiled);
  }

  private static Optional<String> state(Known known) {
    return Optional.of(known.state());
  }

  private synchronized Optional<Known> known(String key) {
    return Optional.ofNullable(latest.get(key));
  }
}

package dev.barnacle.simd.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The end of tests whose code is kept in a temporary folder. The end of a runtime does not wait for
 * what is being compiled and written beside it; the test does, as its folder is deleted after it.
 */
public final class EndedRuntimes implements AfterEachCallback {
  private static final int SECONDS = 100;

  private final List<SimdRuntime> closed = new ArrayList<>();

  /** Returns a runtime that the test closes, and whose last work it then waits for. */
  public SimdRuntime add(SimdRuntime runtime) {
    closed.add(runtime);
    return runtime;
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    for (SimdRuntime runtime : closed) {
      if (!((ExecutorService) runtime.beside()).awaitTermination(SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("there is still something compiled beside");
      }
    }
  }
}

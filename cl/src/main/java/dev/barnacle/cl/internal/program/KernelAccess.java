package dev.barnacle.cl.internal.program;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shows {@code dev.barnacle.cl.analysis} the program of a kernel of the API as it is checked, which
 * the API itself does not show; the class {@code Kernel} sets it when it is loaded (as classes of
 * the JDK do with its SharedSecrets).
 */
public final class KernelAccess {
  private static volatile @Nullable Function<Object, WatchedProgram> access;

  private KernelAccess() {}

  /** Says how the program of a kernel is found. */
  public static void set(Function<Object, WatchedProgram> found) {
    access = found;
  }

  /** Returns the program of a kernel of the API as it is checked. */
  public static WatchedProgram watched(Object kernel) {
    return Objects.requireNonNull(access).apply(kernel);
  }
}

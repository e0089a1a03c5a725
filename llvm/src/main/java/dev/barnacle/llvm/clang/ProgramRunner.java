package dev.barnacle.llvm.clang;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs to their ends. {@link Clang} has one that uses Java's processes; a guest in another
 * program's process has another, which that program does not notice.
 */
@FunctionalInterface
public interface ProgramRunner {
  /**
   * Runs a program and waits for it.
   *
   * @param command the program's path and its arguments
   * @param environment all of its environment
   * @param input what it reads from standard input
   * @param directory the folder to run it in, or null for the current one
   * @throws IOException if it cannot be started
   */
  Clang.Result run(
      List<String> command, Map<String, String> environment, byte[] input, @Nullable Path directory)
      throws IOException;
}

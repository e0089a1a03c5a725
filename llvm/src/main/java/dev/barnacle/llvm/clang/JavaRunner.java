package dev.barnacle.llvm.clang;

import dev.barnacle.llvm.error.LlvmException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs programs as Java does: children of this process. An interrupt ends them. */
final class JavaRunner implements ProgramRunner {
  @Override
  public Clang.Result run(
      List<String> command, Map<String, String> environment, byte[] input, @Nullable Path directory)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    builder.environment().clear();
    builder.environment().putAll(environment);
    return exchange(builder.start(), input);
  }

  private static Clang.Result exchange(Process process, byte[] input) throws IOException {
    try {
      CompletableFuture<byte[]> messages = inBackground(() -> messages(process));
      CompletableFuture<Boolean> feeding = inBackground(() -> feed(process, input));
      byte[] output = process.getInputStream().readAllBytes();
      int status = process.waitFor();
      feeding.join();
      return new Clang.Result(status, output, messages.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LlvmException("interrupted while clang ran", e);
    } finally {
      process.destroy();
    }
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("barnacle-clang-stream")
        .start(
            () -> {
              try {
                result.complete(body.get());
              } catch (RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  private static byte[] messages(Process process) {
    try {
      return process.getErrorStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives clang its input; that clang ends without reading all of it is no error of ours. */
  private static boolean feed(Process process, byte[] input) {
    try (OutputStream out = process.getOutputStream()) {
      out.write(input);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Tells what is the matter with the machine where that, and no bug of Barnacle's, is why something
 * failed: a disk that is full or may not be written, too little memory.
 */
final class Surroundings {
  private Surroundings() {}

  /** Returns the innermost cause in words, if it is of this kind. */
  static Optional<String> cause(Throwable failure) {
    List<Throwable> chain = chain(failure);
    for (Throwable e : chain) {
      if (e instanceof OutOfMemoryError) {
        return Optional.of("there is too little memory: " + firstLine(e));
      }
    }
    for (Throwable e : chain.reversed()) {
      if (e instanceof FileSystemException file) {
        return Optional.of(words(file) + where(String.valueOf(file.getFile())));
      }
      if (e instanceof IOException) {
        return Optional.of(
            firstLine(e)
                + " (Barnacle writes to "
                + Platform.cache()
                + ", or what BARNACLE_CACHE names, and to "
                + System.getProperty("java.io.tmpdir")
                + ")");
      }
      if (e instanceof UnsatisfiedLinkError) {
        String memory =
            Boolean.getBoolean("barnacle.limited") ? "there is too little memory: " : "";
        return Optional.of(memory + "LLVM cannot be loaded: " + firstLine(e));
      }
    }
    return Optional.empty();
  }

  private static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Set<Throwable> seen = new HashSet<>();
    for (Throwable e = failure; e != null && seen.add(e); e = e.getCause()) {
      chain.add(e);
    }
    return chain;
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    return (message == null ? e.toString() : message).lines().findFirst().orElse("");
  }

  private static String words(FileSystemException e) {
    String reason =
        switch (e) {
          case AccessDeniedException _ -> "permission denied";
          case NoSuchFileException _ -> "no such file or folder";
          case FileAlreadyExistsException _ -> "is there already, and no folder";
          default ->
              e.getReason() == null
                  ? e.getClass().getSimpleName()
                  : e.getReason().toLowerCase(Locale.ROOT);
        };
    return e.getFile() == null ? reason : e.getFile() + ": " + reason;
  }

  /** A hint, where the file is in the cache or above it. */
  private static String where(String file) {
    String cache = Platform.cache().toString();
    return cache.startsWith(file) || file.startsWith(cache)
        ? " (BARNACLE_CACHE names another cache folder)"
        : "";
  }
}

package dev.barnacle.icd.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Loads a shared library to see whether that can be done. */
public final class LoadCheck {
  private static final int MAGIC = 0x464c457f;
  private static final int PAGE = 4096;

  /** ELF-64 Object File Format, Version 1.5, section 3: the header's size, and fields of it. */
  private static final int HEADER_BYTES = 64;

  private static final int PROGRAM_HEADERS = 32;
  private static final int PROGRAM_HEADER_BYTES = 54;
  private static final int PROGRAM_HEADER_COUNT = 56;

  private LoadCheck() {}

  /** Returns the system's words for why a library cannot be loaded, or nothing if it can. */
  public static Optional<String> error(Path library) {
    Path path = library.toAbsolutePath();
    try {
      // Of other files the JVM warns that they may need an executable stack.
      if (!isLibrary(path)) {
        return Optional.of(path + ": no shared library, or only its beginning");
      }
      // It was linked so that all symbols are looked up at once (-z now).
      System.load(path.toString());
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of(path + ": no such file");
    } catch (IOException | UnsatisfiedLinkError e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isLibrary(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      ByteBuffer head = ByteBuffer.wrap(in.readNBytes(PAGE)).order(ByteOrder.LITTLE_ENDIAN);
      if (head.limit() < HEADER_BYTES || head.getInt(0) != MAGIC) {
        return false;
      }
      long end =
          head.getLong(PROGRAM_HEADERS)
              + (long) head.getShort(PROGRAM_HEADER_BYTES) * head.getShort(PROGRAM_HEADER_COUNT);
      return end <= head.limit();
    }
  }
}

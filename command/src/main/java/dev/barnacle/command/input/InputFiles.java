package dev.barnacle.command.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes the files that a user names; what goes wrong is an {@link InputException}. */
public final class InputFiles {
  private InputFiles() {}

  /** Something that reads or writes a file. */
  @FunctionalInterface
  public interface Access<T> {
    /** Does it. */
    T run() throws IOException;
  }

  /**
   * Returns the file of a name that stands in the user's text.
   *
   * @param folder that a relative name begins in
   * @throws InputException if the name can't be a file's on this machine
   */
  public static Path resolve(Path folder, String name) {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw new InputException(
          "'" + name.replaceAll("\\p{Cntrl}", "?") + "' is no name of a file: " + e.getReason());
    }
  }

  /** Returns a file's text. */
  public static String readText(Path file) {
    if (Files.isDirectory(file)) {
      throw new InputException(Place.file(file.toString()), "is a directory");
    }
    return access(
        file,
        () ->
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                .toString());
  }

  /** Reads or writes a file; an {@link IOException} becomes an {@link InputException}. */
  public static <T> T access(Path file, Access<T> access) {
    Place place = Place.file(file.toString());
    try {
      return access.run();
    } catch (CharacterCodingException e) {
      throw new InputException(place, "not UTF-8 text");
    } catch (NoSuchFileException e) {
      throw new InputException(place, "no such file or directory");
    } catch (FileSystemException e) {
      String reason = e.getReason();
      throw new InputException(
          place,
          reason == null
              ? e.getClass().getSimpleName()
              : reason.toLowerCase(java.util.Locale.ROOT));
    } catch (IOException e) {
      throw new InputException(place, String.valueOf(e.getMessage()));
    }
  }
}

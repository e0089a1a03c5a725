package dev.barnacle.command.input;

/**
 * A place in a file that the user gave.
 *
 * @param file as the user named it
 * @param line from 1; 0 where only the file is known
 * @param column from 1
 */
public record Place(String file, int line, int column) {
  /** A whole file. */
  public static Place file(String file) {
    return new Place(file, 0, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}

package dev.barnacle.cli.internal.image;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.nio.file.Path;

/** Reads binary PGM (P5) and PPM (P6) pictures of up to 8 bits a channel. */
final class PortableMap {
  private final Path file;
  private final byte[] bytes;
  private int position = 2;

  PortableMap(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  Picture read() {
    int channels = bytes[1] == '5' ? 1 : 3;
    int width = number();
    int height = number();
    int maximum = number();
    position++;
    if (width < 1 || height < 1 || maximum < 1 || maximum > 255) {
      throw bad("sizes of at least 1 and a maximum of 1 to 255 expected");
    }
    long needed = (long) width * height * channels;
    if (needed > bytes.length - position) {
      throw bad("the file ends before the last of " + width + "x" + height + " pixels");
    }
    return new Picture(width, height, pixels(width * height, channels, maximum));
  }

  private byte[] pixels(int count, int channels, int maximum) {
    byte[] rgba = new byte[count * 4];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < 3; c++) {
        int value = bytes[position + i * channels + (channels == 1 ? 0 : c)] & 255;
        rgba[4 * i + c] = (byte) ((value * 255 + maximum / 2) / maximum);
      }
      rgba[4 * i + 3] = (byte) 255;
    }
    return rgba;
  }

  private int number() {
    skipBlanks();
    long value = 0;
    int start = position;
    while (position < bytes.length && bytes[position] >= '0' && bytes[position] <= '9') {
      value = Math.min(value * 10 + bytes[position++] - '0', Integer.MAX_VALUE);
    }
    if (position == start) {
      throw bad("a number is missing in its head");
    }
    return (int) value;
  }

  private void skipBlanks() {
    while (position < bytes.length) {
      if (bytes[position] == '#') {
        while (position < bytes.length && bytes[position] != '\n') {
          position++;
        }
      } else if (bytes[position] > ' ') {
        return;
      } else {
        position++;
      }
    }
  }

  private InputException bad(String why) {
    return new InputException(Place.file(file.toString()), "no PGM or PPM picture: " + why);
  }
}

package dev.barnacle.cli.internal.image;

/** A picture of 8 bits a channel. */
public final class Picture {
  private final int width;
  private final int height;
  private final byte[] rgba;

  /**
   * Makes a picture.
   *
   * @param width in pixels
   * @param height in pixels
   * @param rgba four bytes a pixel, rows from the top; not copied
   */
  public Picture(int width, int height, byte[] rgba) {
    this.width = width;
    this.height = height;
    this.rgba = rgba;
  }

  /** Returns the width in pixels. */
  public int width() {
    return width;
  }

  /** Returns the height in pixels. */
  public int height() {
    return height;
  }

  /** Returns the pixels, four bytes each, rows from the top; to be read only. */
  public byte[] rgba() {
    return rgba;
  }
}

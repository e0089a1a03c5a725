package dev.barnacle.cli.internal.image;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a PNG of 8-bit RGBA (PNG specification, third edition). It is here rather than ImageIO's
 * because that takes a tenth of a second to load.
 */
public final class PngWriter {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private PngWriter() {}

  /** Writes a picture. */
  public static void write(Picture picture, OutputStream to) throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.write(SIGNATURE);
    chunk(out, "IHDR", header(picture));
    chunk(out, "IDAT", rows(picture));
    chunk(out, "IEND", new byte[0]);
    out.flush();
  }

  private static byte[] header(Picture picture) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(picture.width());
    out.writeInt(picture.height());
    out.write(new byte[] {8, 6, 0, 0, 0}); // bits, RGBA, deflate, adaptive filters, not interlaced
    return bytes.toByteArray();
  }

  private static byte[] rows(Picture picture) throws IOException {
    int rowBytes = picture.width() * 4;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater, 1 << 16)) {
      byte[] filtered = new byte[rowBytes];
      for (int y = 0; y < picture.height(); y++) {
        out.write(1); // the filter "Sub": each byte less the one of the pixel to the left
        for (int i = 0; i < rowBytes; i++) {
          int at = y * rowBytes + i;
          filtered[i] = (byte) (picture.rgba()[at] - (i < 4 ? 0 : picture.rgba()[at - 4]));
        }
        out.write(filtered);
      }
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
    byte[] name = type.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    out.writeInt(data.length);
    out.write(name);
    out.write(data);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    out.writeInt((int) crc.getValue());
  }
}

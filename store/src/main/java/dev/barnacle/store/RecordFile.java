package dev.barnacle.store;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Values by keys in one file of a {@link BlobStore}, which is read once and which any number of
 * processes add to at its end.
 *
 * <p>Each record has a sum: after one that is broken the file is deleted, and what came before it
 * is used. A record that another process is about to write counts as absent until it is whole.
 * Trouble with the disk never fails a build.
 */
public final class RecordFile {
  /** The bytes that a file may have: all of it is read for one record. */
  private static final int MOST_BYTES = 2 << 20;

  /** The bytes that it may have with records that have no value. */
  private static final int MOST_WITHOUT_VALUES = 4 << 20;

  /** More than any number of processes write together. */
  private static final int MOST_READ = 32 << 20;

  private static final int MAGIC = 0x42724331;

  /** A mark, bytes of the key, bytes of the value, a sum over both. */
  private static final int HEAD_BYTES = 4 * Integer.BYTES;

  private final BlobStore store;
  private final File file;
  private final Map<String, byte[]> values = new HashMap<>();
  private long read;
  private boolean touched;

  RecordFile(BlobStore store, File file) {
    this.store = store;
    this.file = file;
  }

  /** Returns whether there was a value when it was last read. */
  public synchronized boolean has(String key) {
    if (read == 0) {
      readOn();
    }
    return values.containsKey(key);
  }

  /** Returns a value, which another process may have added by now: once, it is then forgotten. */
  public synchronized Optional<byte[]> take(String key) {
    if (!has(key)) {
      readOn();
    }
    return Optional.ofNullable(values.remove(key));
  }

  /**
   * Adds a value, on disk alone.
   *
   * @param key in Latin-1
   * @return whether there was room
   */
  public synchronized boolean add(String key, byte[] value) {
    byte[] name = key.getBytes(StandardCharsets.ISO_8859_1);
    long bytes = HEAD_BYTES + (long) name.length + value.length;
    long before = file.length();
    if (before + bytes > (value.length == 0 ? MOST_WITHOUT_VALUES : MOST_BYTES)) {
      return false;
    }
    ByteBuffer record =
        ByteBuffer.allocate((int) bytes)
            .putInt(mark(name.length, value.length))
            .putInt(name.length)
            .putInt(value.length)
            .putInt(sum(name, value))
            .put(name)
            .put(value)
            .flip();
    store.append(file.toPath(), record);
    if (before == read && file.length() == before + bytes) {
      read += bytes; // who adds knows it
    }
    return true;
  }

  /** Reads what has been added since the last time. */
  private void readOn() {
    long size = file.length();
    if (size < read) {
      read = 0; // it has been deleted, and maybe begun again
    }
    if (size == read) {
      return;
    }
    if (size - read > MOST_READ) {
      discard();
      return;
    }
    byte[] bytes = new byte[(int) (size - read)];
    try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
      in.seek(read);
      in.readFully(bytes);
    } catch (IOException e) {
      return; // it has been deleted, or cannot be read
    }
    if (!touched) {
      touched = true;
      BlobStore.touch(file.toPath());
    }
    take(ByteBuffer.wrap(bytes));
  }

  private void take(ByteBuffer records) {
    while (records.remaining() >= HEAD_BYTES) {
      int start = records.position();
      int mark = records.getInt();
      int keyBytes = records.getInt();
      int valueBytes = records.getInt();
      int sum = records.getInt();
      if (mark != mark(keyBytes, valueBytes) || keyBytes < 0 || valueBytes < 0) {
        discard();
        return;
      }
      if ((long) keyBytes + valueBytes > records.remaining()) {
        return; // it is being written
      }
      byte[] key = new byte[keyBytes];
      byte[] value = new byte[valueBytes];
      records.get(key).get(value);
      if (sum(key, value) != sum) {
        discard();
        return;
      }
      values.put(new String(key, StandardCharsets.ISO_8859_1), value);
      read += records.position() - start;
    }
  }

  private void discard() {
    read = 0;
    store.delete(file.toPath());
  }

  /** Returns what lengths that are spoilt do not agree with. */
  private static int mark(int keyBytes, int valueBytes) {
    return MAGIC ^ keyBytes ^ Integer.rotateLeft(valueBytes, 16);
  }

  private static int sum(byte[] key, byte[] value) {
    CRC32 sum = new CRC32();
    sum.update(key);
    sum.update(value);
    return (int) sum.getValue();
  }
}

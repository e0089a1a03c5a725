package dev.barnacle.simd.internal.abi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kernel in machine code, not yet linked, with what has to be known to run it.
 *
 * @param object the object file
 * @param needs what it needs
 * @param note empty, or why it is other code than was chosen: {@code LimitedCompilation}
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
public record KernelObject(byte[] object, Needs needs, String note) {
  /**
   * The needs of a kernel at run time.
   *
   * @param printfs what the numbers in calls of {@code barnacle.printf} stand for
   * @param blocks names of kernels that its operations on queues of the device name; "" among them
   *     for those that name none
   * @param localBytes bytes of local variables
   * @param arenaBytes size of the arena without local arguments
   * @param stackBytes private memory on the stack, in bytes
   */
  public record Needs(
      List<PrintfCall> printfs,
      List<String> blocks,
      long localBytes,
      long arenaBytes,
      long stackBytes) {
    public Needs {
      printfs = List.copyOf(printfs);
      blocks = List.copyOf(blocks);
    }
  }

  /** Returns it as bytes. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(object.length + 256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(needs.localBytes());
      out.writeLong(needs.arenaBytes());
      out.writeLong(needs.stackBytes());
      out.writeInt(needs.printfs().size());
      for (PrintfCall printf : needs.printfs()) {
        printf.write(out);
      }
      out.writeInt(needs.blocks().size());
      for (String block : needs.blocks()) {
        out.writeUTF(block);
      }
      out.writeUTF(note);
      out.writeInt(object.length);
      out.write(object);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #encode} wrote; empty if the bytes are something else. */
  public static Optional<KernelObject> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      long local = in.readLong();
      long arena = in.readLong();
      long stack = in.readLong();
      List<PrintfCall> printfs = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        printfs.add(PrintfCall.read(in));
      }
      List<String> blocks = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        blocks.add(in.readUTF());
      }
      String note = in.readUTF();
      int length = in.readInt();
      byte[] object = in.readNBytes(length);
      return object.length == length && in.read() < 0
          ? Optional.of(
              new KernelObject(object, new Needs(printfs, blocks, local, arena, stack), note))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

package dev.barnacle.simd.internal.code;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.plan.ProgramSummary;
import dev.barnacle.store.BlobStore;
import dev.barnacle.store.RecordFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The part of a program that is kept on disk for one processor and set of options. It holds its
 * kernels' machine code, what they take, and what launches must know of them. It is one file, which
 * is read when the program is loaded; what finds no room in it has files of its own.
 */
public final class KeptProgram {
  private static final int LIMITS_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;
  private static final String FACTS = "facts";

  /** More need not be told apart. */
  private static final int MOST_TRIED = 4;

  /**
   * The most bytes of a record of that file; a larger one has a file of its own and is read where
   * it is needed.
   */
  private static final int LARGE_BYTES = 1 << 16;

  /** Stands for what has a file of its own. */
  private static final byte[] ELSEWHERE = {};

  private final BlobStore files;
  private final RecordFile records;
  private final UnaryOperator<String> names;

  /**
   * Makes the kept part of a program.
   *
   * @param name of its file
   * @param names makes names of files of what has no room in it
   */
  KeptProgram(BlobStore files, String name, UnaryOperator<String> names) {
    this.files = files;
    this.records = files.records(name);
    this.names = names;
  }

  /** Returns what is kept of a program's kernels beside their code. */
  public Optional<ProgramSummary> facts() {
    return take(FACTS).flatMap(ProgramSummary::decode);
  }

  public void store(ProgramSummary facts) {
    store(FACTS, facts.encode());
  }

  /** Returns what a kernel takes of a device. */
  public Optional<KernelLimits> limits(Function kernel, DeviceLimits device) {
    return take(key(kernel, device)).filter(b -> b.length == LIMITS_BYTES).map(KeptProgram::decode);
  }

  private static KernelLimits decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new KernelLimits(in.getLong(), in.getInt(), in.getInt(), in.getLong());
  }

  public void store(Function kernel, DeviceLimits device, KernelLimits limits) {
    ByteBuffer out = ByteBuffer.allocate(LIMITS_BYTES);
    out.putLong(limits.maxWorkGroupSize()).putInt(limits.lanes());
    out.putInt(limits.subGroupSize()).putLong(limits.privateBytes());
    store(key(kernel, device), out.array());
  }

  private static String key(Function kernel, DeviceLimits device) {
    return "limits " + device + ' ' + name(kernel);
  }

  /** Returns whether there seems to be code of a kernel, as it was when the program was loaded. */
  boolean hasCode(Function kernel, Specialization specialization, NativeCode.Effort effort) {
    return records.has(key(kernel, specialization, effort));
  }

  /** Returns the code of a kernel, which is not kept in memory besides. */
  Optional<KernelObject> code(
      Function kernel, Specialization specialization, NativeCode.Effort effort) {
    return take(key(kernel, specialization, effort)).flatMap(KernelObject::decode);
  }

  void store(
      Function kernel,
      Specialization specialization,
      NativeCode.Effort effort,
      KernelObject object) {
    store(key(kernel, specialization, effort), object.encode());
  }

  /**
   * Keeps that a process begins to make a kernel's code as well as can be, which it may end before.
   */
  public void tries(Function kernel, Specialization specialization) {
    int tried = tried(kernel, specialization);
    if (tried < MOST_TRIED) {
      store(triedKey(kernel, specialization, tried), new byte[] {1});
    }
  }

  /** Returns how many processes had begun to before the program was loaded, some at most. */
  public int tried(Function kernel, Specialization specialization) {
    int tried = 0;
    while (tried < MOST_TRIED && records.has(triedKey(kernel, specialization, tried))) {
      tried++;
    }
    return tried;
  }

  private static String triedKey(Function kernel, Specialization specialization, int tried) {
    return "tried " + tried + ' ' + specialization + ' ' + name(kernel);
  }

  /** The text of a specialisation names all that the kernel is compiled for. */
  private static String key(
      Function kernel, Specialization specialization, NativeCode.Effort effort) {
    return effort.name() + ' ' + specialization + ' ' + name(kernel);
  }

  /** Returns a kernel's name, which SPIR-V may give any bytes, in Latin-1. */
  private static String name(Function kernel) {
    return new String(ByteText.encode(kernel.name()), StandardCharsets.ISO_8859_1);
  }

  private Optional<byte[]> take(String key) {
    Optional<byte[]> value = records.take(key);
    return value.isPresent() && value.get().length == ELSEWHERE.length
        ? files.read(names.apply(key))
        : value;
  }

  private void store(String key, byte[] value) {
    if (value.length > LARGE_BYTES || !records.add(key, value)) {
      files.write(names.apply(key), value);
      boolean _ = records.add(key, ELSEWHERE);
    }
  }
}

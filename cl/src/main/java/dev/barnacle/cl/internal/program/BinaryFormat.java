package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.CodeOptions;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * The bytes of a program binary, little-endian:
 *
 * <pre>
 *   8 bytes   "BARNACLE"
 *   u32       version of the format
 *   u32       kind: 0 compiled object, 1 library, 2 executable
 *   u32       traits: 1 optimise, 2 (no longer used), 4 uniform groups, 8 initialised
 *   u32, …    options: length in bytes, UTF-8
 *   u32, …    LLVM bitcode: length in bytes, bytes
 *   u32, u32  CRC-32 and CRC-32C of all before (version 1: 32 bytes, SHA-256)
 * </pre>
 */
public final class BinaryFormat {
  /** The magic word that binaries begin with. */
  static final String BEGINNING = "BARNACLE";

  private static final byte[] MAGIC = BEGINNING.getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 2;

  /** Binaries of this version, which programs have kept, are read as well. */
  private static final int SHA_VERSION = 1;

  private static final int SHA_BYTES = 32;

  private static final List<ProgramBinary.Stage> KINDS =
      List.of(
          ProgramBinary.Stage.COMPILED_OBJECT,
          ProgramBinary.Stage.LIBRARY,
          ProgramBinary.Stage.EXECUTABLE);

  private static final int SUM_BYTES = 2 * Integer.BYTES;
  private static final int OPTIMIZE = 1;
  private static final int UNIFORM = 4;
  private static final int INITIALIZED = 8;
  private static final int PLAIN_ATOMICS = 16;
  private static final int UNIFORM_ENQUEUED = 32;
  private static final int EXACT_ERRORS = 64;
  private static final int SCOPES = 128;

  private BinaryFormat() {}

  public static byte[] encode(ProgramBinary code) {
    byte[] options = ByteText.encode(code.options());
    int bytes =
        MAGIC.length + 5 * Integer.BYTES + options.length + code.bitcode().length + SUM_BYTES;
    ByteBuffer out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put(MAGIC).putInt(VERSION).putInt(KINDS.indexOf(code.stage())).putInt(flags(code.traits()));
    out.putInt(options.length).put(options);
    out.putInt(code.bitcode().length).put(code.bitcode());
    out.put(sum(out.array(), out.position(), VERSION));
    return out.array();
  }

  public static ProgramBinary decode(byte[] binary) {
    ByteBuffer in = ByteBuffer.wrap(binary).order(ByteOrder.LITTLE_ENDIAN);
    try {
      if (!Arrays.equals(bytes(in, MAGIC.length), MAGIC)) {
        throw invalid("it does not begin as a binary of Barnacle does");
      }
      int version = in.getInt();
      if (version != VERSION && version != SHA_VERSION) {
        throw invalid("it is of version " + version + ", and this is version " + VERSION);
      }
      checkSum(binary, version);
      ProgramBinary.Stage kind = kind(in.getInt());
      ProgramBinary.Traits traits = traits(in.getInt());
      String options = ByteText.decode(bytes(in, in.getInt()));
      return new ProgramBinary(kind, options, "", traits, bytes(in, in.getInt()));
    } catch (BufferUnderflowException e) {
      throw invalid("it ends too early");
    }
  }

  private static void checkSum(byte[] binary, int version) {
    int end = binary.length - (version == SHA_VERSION ? SHA_BYTES : SUM_BYTES);
    if (end < 0
        || !Arrays.equals(
            sum(binary, end, version), Arrays.copyOfRange(binary, end, binary.length))) {
      throw invalid("its checksum is wrong");
    }
  }

  private static ProgramBinary.Stage kind(int number) {
    if (number < 0 || number >= KINDS.size()) {
      throw invalid("it has no known kind");
    }
    return KINDS.get(number);
  }

  private static byte[] bytes(ByteBuffer in, int count) {
    if (count < 0 || count > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static int flags(ProgramBinary.Traits traits) {
    return (traits.code().optimize() ? OPTIMIZE : 0)
        | (traits.code().plainAtomics() ? PLAIN_ATOMICS : 0)
        | (traits.code().scopesMayDiffer() ? SCOPES : 0)
        | (traits.code().uniformGroups() ? UNIFORM_ENQUEUED : 0)
        | (traits.code().exactErrors() ? EXACT_ERRORS : 0)
        | (traits.uniformGroups() ? UNIFORM : 0)
        | (traits.initialized() ? INITIALIZED : 0);
  }

  private static ProgramBinary.Traits traits(int flags) {
    return new ProgramBinary.Traits(
        new CodeOptions(
            (flags & OPTIMIZE) != 0,
            (flags & PLAIN_ATOMICS) != 0,
            (flags & SCOPES) != 0,
            (flags & UNIFORM_ENQUEUED) != 0,
            (flags & EXACT_ERRORS) != 0),
        (flags & UNIFORM) != 0,
        (flags & INITIALIZED) != 0);
  }

  private static byte[] sum(byte[] bytes, int count, int version) {
    return version == SHA_VERSION ? sha(bytes, count) : sum(bytes, count);
  }

  /**
   * Returns the sums that a damaged file won't match; Java has machine code for them from the
   * start.
   */
  private static byte[] sum(byte[] bytes, int count) {
    CRC32 sum = new CRC32();
    CRC32C other = new CRC32C();
    sum.update(bytes, 0, count);
    other.update(bytes, 0, count);
    return ByteBuffer.allocate(SUM_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) sum.getValue())
        .putInt((int) other.getValue())
        .array();
  }

  private static byte[] sha(byte[] bytes, int count) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, count);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ClException invalid(String why) {
    return new ClException(ErrorCode.CL_INVALID_BINARY, "not a program binary: " + why);
  }
}

package dev.barnacle.cl.internal.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.ir.CodeOptions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Program binaries that programs keep, from this build and earlier ones. */
class BinaryFormatTest {
  private static final int VERSION_AT = 8;
  private static final int CRC_BYTES = 8;
  private static final int SHA_BYTES = 32;

  private static final byte[] BITCODE = {'B', 'C', 1, 2, 3};

  private static byte[] binary() {
    CodeOptions code = new CodeOptions(true, false, true, false, true);
    ProgramBinary.Traits traits = new ProgramBinary.Traits(code, true, false);
    return BinaryFormat.encode(
        new ProgramBinary(ProgramBinary.Stage.EXECUTABLE, "-DX=ü", "", traits, BITCODE));
  }

  /** The same as the first version of the format had it. */
  private static byte[] first() throws NoSuchAlgorithmException {
    byte[] binary = binary();
    binary[VERSION_AT] = 1;
    int end = binary.length - CRC_BYTES;
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(binary, end));
    byte[] all = Arrays.copyOf(binary, end + SHA_BYTES);
    System.arraycopy(sum, 0, all, end, SHA_BYTES);
    return all;
  }

  private static void assertRefused(byte[] binary, String reason) {
    ClException refused = assertThrows(ClException.class, () -> BinaryFormat.decode(binary));
    assertEquals(ErrorCode.CL_INVALID_BINARY, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused::getMessage);
  }

  @Test
  void binariesOfBothVersionsAreRead() throws NoSuchAlgorithmException {
    for (byte[] binary : new byte[][] {binary(), first()}) {
      ProgramBinary read = BinaryFormat.decode(binary);
      assertEquals(ProgramBinary.Stage.EXECUTABLE, read.stage());
      assertEquals("-DX=ü", read.options());
      assertTrue(read.traits().code().exactErrors());
      assertArrayEquals(BITCODE, read.bitcode());
    }
  }

  @Test
  void oneThatIsDamagedAnywhereIsRefused() throws NoSuchAlgorithmException {
    for (byte[] binary : new byte[][] {binary(), first()}) {
      for (int at = VERSION_AT + Integer.BYTES; at < binary.length; at++) {
        byte[] damaged = binary.clone();
        damaged[at] ^= 4;
        assertRefused(damaged, "its checksum is wrong");
      }
      assertRefused(Arrays.copyOf(binary, binary.length - 1), "its checksum is wrong");
    }
  }

  @Test
  void otherVersionsAreNamed() {
    byte[] later = binary();
    later[VERSION_AT] = 3;
    assertRefused(later, "it is of version 3");
  }
}

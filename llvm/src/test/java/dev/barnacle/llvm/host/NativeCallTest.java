package dev.barnacle.llvm.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NativeCallTest {
  @Test
  void findsAndCallsTheCLibrary() {
    long strtol = NativeCall.find("strtol");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom("-1234567890123", StandardCharsets.US_ASCII);
      assertEquals(-1234567890123L, NativeCall.call(strtol, text.address(), 0, 10, 0, 0, 0));
    }
  }

  @Test
  void namesThatAreUnknownHaveNoAddress() {
    assertEquals(0, NativeCall.find("barnacle_has_no_such_function"));
  }
}

package dev.barnacle.llvm.internal;

import dev.barnacle.llvm.error.LlvmException;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Strings, buffers and errors as LLVM's C API takes and gives them, and the rules of who frees
 * them.
 */
public final class LlvmCalls {
  private LlvmCalls() {}

  /**
   * Copies a string that LLVM allocated with {@code LLVMCreateMessage} and frees LLVM's copy; null
   * becomes the empty string.
   */
  public static String takeMessage(@Nullable BytePointer message) {
    if (message == null || message.isNull()) {
      return "";
    }
    String text = message.getString(StandardCharsets.UTF_8);
    LLVM.LLVMDisposeMessage(message);
    return text;
  }

  /**
   * Throws an {@link LlvmException} that begins with {@code what} if {@code error} is one; consumes
   * it.
   */
  public static void check(@Nullable LLVMErrorRef error, String what) {
    if (error != null && !error.isNull()) {
      throw new LlvmException(what + ": " + takeError(error));
    }
  }

  /** LLVM's words for an error; consumes it. */
  public static String takeError(LLVMErrorRef error) {
    BytePointer message = LLVM.LLVMGetErrorMessage(error);
    String text = message.getString(StandardCharsets.UTF_8);
    LLVM.LLVMDisposeErrorMessage(message);
    return text;
  }

  /**
   * A new native buffer, terminated by a zero byte that does not count, with a copy of these bytes.
   */
  public static LLVMMemoryBufferRef bufferOf(byte[] bytes, String name) {
    try (BytePointer data = new BytePointer(bytes);
        BytePointer cName = utf8(name)) {
      return LLVM.LLVMCreateMemoryBufferWithMemoryRangeCopy(data, bytes.length, cName);
    }
  }

  /** Copies a native buffer's bytes out and frees it. */
  public static byte[] takeBuffer(LLVMMemoryBufferRef buffer) {
    byte[] bytes = new byte[Math.toIntExact(LLVM.LLVMGetBufferSize(buffer))];
    LLVM.LLVMGetBufferStart(buffer).capacity(bytes.length).get(bytes);
    LLVM.LLVMDisposeMemoryBuffer(buffer);
    return bytes;
  }

  /** A zero-terminated UTF-8 copy of a string; close it after the call. */
  public static BytePointer utf8(String text) {
    return new BytePointer(text, StandardCharsets.UTF_8);
  }

  /** A pointer variable that holds null, for results that LLVM writes. */
  public static BytePointer nullMessage() {
    return new BytePointer((Pointer) null);
  }
}

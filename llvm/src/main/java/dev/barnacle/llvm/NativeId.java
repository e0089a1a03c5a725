package dev.barnacle.llvm;

import org.bytedeco.javacpp.Pointer;

/** A number dressed as the {@code void *} that LLVM hands back to a callback. */
final class NativeId extends Pointer {
  NativeId(long value) {
    super((Pointer) null);
    address = value;
  }
}

package dev.barnacle.llvm.internal;

import org.bytedeco.javacpp.Pointer;

/** A number dressed as the {@code void *} that LLVM hands back to a callback. */
public final class CallbackHandle extends Pointer {
  public CallbackHandle(long value) {
    super((Pointer) null);
    address = value;
  }
}

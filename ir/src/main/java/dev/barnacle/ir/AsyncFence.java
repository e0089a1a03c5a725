package dev.barnacle.ir;

import java.util.List;

/**
 * A fence of asynchronous copies by a work-group ({@code async_work_group_copy_fence}): those
 * before it are complete in the memories of its flags before those behind it begin. All work-items
 * of the group come to it with the same operand, memory fence flags as an i32.
 */
public final class AsyncFence extends Instruction {
  /** Makes a fence. */
  public AsyncFence(Value flags) {
    super(Types.VOID, List.of(flags));
  }

  @Override
  public String mnemonic() {
    return "async.fence";
  }
}

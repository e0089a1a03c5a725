package dev.barnacle.simd.internal.emit;

import dev.barnacle.simd.internal.abi.ArenaLayout;

/**
 * The few LLVM functions that emitted code may call. The test for private memory needs it to lie
 * above the stack pointer: emitted functions have no red zone.
 */
final class RuntimeText {
  private RuntimeText() {}

  static String of(ArenaLayout layout) {
    return ASYNC_COPY
        + TESTS
            .replace("LOCAL_END", Long.toString(layout.localEnd()))
            .replace("STATE_END", Long.toString(layout.byteSize()))
            .replace("ARENA_END", Long.toString(ArenaLayout.END))
            .replace("FRAME", Long.toString(ArenaLayout.FRAME));
  }

  private static final String ASYNC_COPY =
      """
      define internal void @barnacle.async.copy(ptr %target, ptr %source, i64 %count, i64 %ts, i64 %ss, i64 %size) {
      entry:
        %tdense = icmp eq i64 %ts, 1
        %sdense = icmp eq i64 %ss, 1
        %dense = and i1 %tdense, %sdense
        br i1 %dense, label %whole, label %head
      whole:
        %bytes = mul i64 %count, %size
        call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %bytes, i1 false)
        ret void
      head:
        %i = phi i64 [ 0, %entry ], [ %next, %body ]
        %more = icmp ult i64 %i, %count
        br i1 %more, label %body, label %done
      body:
        %ti = mul i64 %i, %ts
        %tb = mul i64 %ti, %size
        %t = getelementptr i8, ptr %target, i64 %tb
        %si = mul i64 %i, %ss
        %sb = mul i64 %si, %size
        %s = getelementptr i8, ptr %source, i64 %sb
        call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 %size, i1 false)
        %next = add i64 %i, 1
        br label %head
      done:
        ret void
      }
      """;

  private static final String TESTS =
      """
      define internal i1 @barnacle.within(ptr %p, i64 %from, i64 %to) {
        %a = ptrtoint ptr %p to i64
        %ge = icmp uge i64 %a, %from
        %lt = icmp ult i64 %a, %to
        %in = and i1 %ge, %lt
        ret i1 %in
      }
      define internal i1 @barnacle.is.local(ptr %p, ptr %arena) {
        %base = ptrtoint ptr %arena to i64
        %vars.end = add i64 %base, LOCAL_END
        %vars = call i1 @barnacle.within(ptr %p, i64 %base, i64 %vars.end)
        %args.begin = add i64 %base, STATE_END
        %end.slot = getelementptr i8, ptr %arena, i64 ARENA_END
        %size = load i64, ptr %end.slot
        %end = add i64 %base, %size
        %args = call i1 @barnacle.within(ptr %p, i64 %args.begin, i64 %end)
        %either = or i1 %vars, %args
        ret i1 %either
      }
      define internal i1 @barnacle.is.private(ptr %p, ptr %arena) {
        %base = ptrtoint ptr %arena to i64
        %state.begin = add i64 %base, LOCAL_END
        %state.end = add i64 %base, STATE_END
        %state = call i1 @barnacle.within(ptr %p, i64 %state.begin, i64 %state.end)
        %frame.slot = getelementptr i8, ptr %arena, i64 FRAME
        %frame = load i64, ptr %frame.slot
        %top = call ptr @llvm.stacksave.p0()
        %sp = ptrtoint ptr %top to i64
        ; a leaf function's variables may lie in the red zone below its stack pointer
        %low = sub i64 %sp, 128
        %stack = call i1 @barnacle.within(ptr %p, i64 %low, i64 %frame)
        %either = or i1 %state, %stack
        ret i1 %either
      }
      """;
}

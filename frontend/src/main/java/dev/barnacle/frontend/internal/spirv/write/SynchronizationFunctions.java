package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;
import java.util.OptionalLong;

/** Barriers, fences and copies by a work-group (OpenCL C, 6.15.8, 6.15.9, 6.15.11). */
final class SynchronizationFunctions implements BuiltinCall.Family {
  @Override
  public int write(BuiltinCall call) {
    if (!AtomicFunctions.areKnown(call)) {
      return OTHER;
    }
    switch (call.name()) {
      case "barrier", "work_group_barrier" -> barrier(call, Scope.WORKGROUP);
      case "sub_group_barrier" -> barrier(call, Scope.SUBGROUP);
      case "mem_fence" -> fence(call, MemorySemantics.ACQUIRE_RELEASE, Scope.WORKGROUP);
      case "read_mem_fence" -> fence(call, MemorySemantics.ACQUIRE, Scope.WORKGROUP);
      case "write_mem_fence" -> fence(call, MemorySemantics.RELEASE, Scope.WORKGROUP);
      case "atomic_work_item_fence" ->
          fence(call, AtomicFunctions.order(call, 1), AtomicFunctions.scope(call, 2));
      case "async_work_group_copy" -> {
        return copy(call, false);
      }
      case "async_work_group_strided_copy" -> {
        return copy(call, true);
      }
      case "wait_group_events" ->
          call.body()
              .effect(
                  Opcode.GROUP_WAIT_EVENTS,
                  call.integer(Scope.WORKGROUP.number()),
                  call.value(0),
                  call.pointer(1));
      case "to_global", "__to_global" -> {
        return space(call, 5);
      }
      case "to_local", "__to_local" -> {
        return space(call, 4);
      }
      case "to_private", "__to_private" -> {
        return space(call, 7);
      }
      default -> {
        return OTHER;
      }
    }
    return NOTHING;
  }

  /** Returns memory semantics of fence flags: local memory is 1, global 2, images 4. */
  private static int semantics(BuiltinCall call, int order) {
    OptionalLong flags = call.constant(0);
    if (flags.isPresent()) {
      int bits = (int) flags.getAsLong();
      return call.integer(order | MemorySemantics.ofFlags(bits));
    }
    Body body = call.body();
    WrittenType type = body.types().integer(32);
    int value = call.value(0);
    int memory = body.emit(Opcode.BITWISE_AND, type, value, call.integer(3));
    memory = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, memory, call.integer(8));
    int images = body.emit(Opcode.BITWISE_AND, type, value, call.integer(4));
    images = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, images, call.integer(9));
    int all = body.emit(Opcode.BITWISE_OR, type, memory, images);
    return body.emit(Opcode.BITWISE_OR, type, all, call.integer(order));
  }

  private static void barrier(BuiltinCall call, Scope execution) {
    Scope scope = call.count() > 1 ? AtomicFunctions.scope(call, 1) : execution;
    call.body()
        .effect(
            Opcode.CONTROL_BARRIER,
            call.integer(execution.number()),
            call.integer(scope.number()),
            semantics(call, MemorySemantics.SEQUENTIALLY_CONSISTENT));
  }

  private static void fence(BuiltinCall call, int order, Scope scope) {
    call.body().effect(Opcode.MEMORY_BARRIER, call.integer(scope.number()), semantics(call, order));
  }

  private static int copy(BuiltinCall call, boolean strided) {
    Body body = call.body();
    int to = call.pointer(0);
    int from = call.pointer(1);
    WrittenType size = body.types().integer(64);
    int stride = strided ? call.value(3) : body.constants().integer(size, 1);
    return body.emit(
        Opcode.GROUP_ASYNC_COPY,
        call.result(),
        call.integer(Scope.WORKGROUP.number()),
        to,
        from,
        call.value(2),
        stride,
        call.value(strided ? 4 : 3));
  }

  private static int space(BuiltinCall call, int storage) {
    WrittenType result = call.result();
    int pointer = call.pointer(0, result.pointee());
    return call.body().emit(Opcode.GENERIC_CAST_TO_PTR_EXPLICIT, result, pointer, storage);
  }
}

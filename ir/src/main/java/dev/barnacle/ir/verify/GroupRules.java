package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.GroupOperation.Combine;
import dev.barnacle.ir.GroupOperation.Op;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.verify.InstructionRules.Report;
import java.util.List;

/** The rules of work-item queries, of pipes, and of what a group does together. */
final class GroupRules {
  private GroupRules() {}

  static void check(WorkItemQuery q, Report report) {
    List<Type> wanted = q.kind().dimensional() ? List.of(Types.I32) : List.of();
    List<Type> actual = q.operands().stream().map(Value::type).toList();
    report.require(actual.equals(wanted), Invariant.QUERY_DIMENSION, "operands " + actual);
  }

  static void check(GroupOperation g, Report report) {
    Type type = g.operand(0).type();
    List<Type> rest = g.operands().stream().skip(1).map(Value::type).toList();
    report.require(
        rest.equals(senderTypes(g)), Invariant.GROUP_OPERANDS, "operands after the value: " + rest);
    report.require(
        g.op().combines() == (g.combine() != Combine.NONE),
        Invariant.GROUP_COMBINE,
        g.op().keyword() + " with " + g.combine().keyword());
    boolean number = type.isInteger() || type.isFloat();
    boolean good =
        switch (g.op().uniform()) {
          case ALL, ANY -> type.equals(Types.I32);
          case BALLOT -> type.equals(Types.I64);
          case BROADCAST, BROADCAST_FIRST, SHUFFLE -> number;
          default -> type.isInteger() || (type.isFloat() && !g.combine().isOfIntegers());
        };
    good &= !g.op().isNonUniform() || g.group() == Barrier.Kind.SUB_GROUP;
    good &= g.op() != Op.CLUSTERED_REDUCE || g.operands().getLast() instanceof IntConstant;
    report.require(good, Invariant.GROUP_OPERANDS, g.op().keyword() + " of " + type);
    report.require(g.type().equals(type), Invariant.RESULT_TYPE, g.type() + ", not " + type);
  }

  private static List<Type> senderTypes(GroupOperation g) {
    return switch (g.op().uniform()) {
      case BROADCAST ->
          g.group() == Barrier.Kind.WORK_GROUP
              ? List.of(Types.I64, Types.I64, Types.I64)
              : List.of(Types.I32);
      case SHUFFLE, CLUSTERED_REDUCE -> List.of(Types.I32);
      default -> List.of();
    };
  }

  static void check(AsyncCopy a, Report report) {
    boolean toLocal = in(a.operand(0), AddressSpace.LOCAL) && in(a.operand(1), AddressSpace.GLOBAL);
    boolean toGlobal =
        in(a.operand(0), AddressSpace.GLOBAL) && in(a.operand(1), AddressSpace.LOCAL);
    boolean fromConstant =
        in(a.operand(0), AddressSpace.LOCAL) && in(a.operand(1), AddressSpace.CONSTANT);
    report.require(
        toLocal || toGlobal || fromConstant,
        Invariant.ASYNC_COPY,
        "from " + a.operand(1).type() + " to " + a.operand(0).type());
    report.require(
        a.elementBytes() > 0, Invariant.ASYNC_COPY, "elements of " + a.elementBytes() + " bytes");
    report.type(a.operand(2).type(), Types.I64, "count");
    report.type(a.operand(3).type(), Types.I64, "target stride");
    report.type(a.operand(4).type(), Types.I64, "source stride");
    Type event = new OpaqueType(OpaqueType.Kind.EVENT);
    report.type(a.operand(5).type(), event, "event");
    report.require(a.type().equals(event), Invariant.RESULT_TYPE, a.type() + ", not " + event);
  }

  static void check(AsyncFence f, Report report) {
    report.type(f.operand(0).type(), Types.I32, "flags");
  }

  static void check(WaitEvents w, Report report) {
    report.type(w.operand(0).type(), Types.I32, "count");
    MemoryRules.address(w.operand(1), report);
  }

  static void check(PipeOperation p, Report report) {
    report.require(
        in(p.operand(0), AddressSpace.GLOBAL),
        Invariant.PIPE_OPERATION,
        "a pipe of type " + p.operand(0).type());
    report.require(
        p.packetBytes() > 0, Invariant.PIPE_OPERATION, "packets of " + p.packetBytes() + " bytes");
    if (p.op().arity() == 2) {
      boolean commits = !p.hasResult();
      report.type(p.operand(1).type(), commits ? Types.I64 : Types.I32, "second operand");
    } else if (p.op().arity() == 3) {
      report.type(p.operand(1).type(), Types.I64, "reservation");
      report.type(p.operand(2).type(), Types.I32, "index");
    }
  }

  private static boolean in(Value pointer, AddressSpace space) {
    return pointer.type().equals(new PointerType(space));
  }
}

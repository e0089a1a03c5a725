package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Step;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.trace.EventLabel;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import org.jspecify.annotations.Nullable;

/** Writes what a work-item does, as pictures of litmus tests do: {@code RMW(n[0],ar,dev)=0→1}. */
final class StepLabel {
  private final Execution x;

  StepLabel(Execution x) {
    this.x = x;
  }

  String of(Step step) {
    Op op = step.op();
    Event event = step.event();
    if (event != null) {
      return event.isFence() ? fence(op) : access(event, op);
    }
    if (step.meeting() > 0) {
      return op.kind == Op.Kind.BARRIER ? "barrier" + flags(op.says()) : op.source.mnemonic();
    }
    return (step.writes() ? "W(" : "R(")
        + name(step.address(), step.bytes())
        + ")="
        + value(step.value(), 8 * step.bytes(), op.floating);
  }

  /** Returns what an atomic object holds at first. */
  String initial(Cell cell) {
    return name(cell.address, cell.size) + "=" + value(cell.value(0), 8 * cell.size, false);
  }

  /** Returns what a plain access reads, as what its object holds at first. */
  String first(Step step) {
    return name(step.address(), step.bytes())
        + "="
        + value(step.value(), 8 * step.bytes(), step.op().floating);
  }

  /** Returns the atomic object that a work-item waits for. */
  String awaited(long address) {
    return "R(" + name(address, x.memory().cell(address).size) + ")";
  }

  private String access(Event event, Op op) {
    Cell cell = x.memory().cell(event);
    boolean reads = event.from() >= 0;
    boolean writes = event.write() >= 0;
    String says = event.plain() ? "" : says(event.order(), event.scope());
    StringBuilder text = new StringBuilder(reads && writes ? "RMW(" : reads ? "R(" : "W(");
    text.append(name(event.address(), cell.size)).append(says).append(")=");
    if (reads) {
      text.append(value(cell.value(event.from()), 8 * cell.size, op.floating));
    }
    if (writes) {
      text.append(reads ? "\u2192" : "");
      text.append(value(cell.value(event.write()), 8 * cell.size, op.floating));
    }
    return text.toString();
  }

  private static String fence(Op op) {
    MemoryStrength says = op.says();
    return "F" + flags(says).replace(")", says(says.order(), says.scope()) + ")");
  }

  private static String flags(MemoryStrength says) {
    StringBuilder text = new StringBuilder("(");
    says.flags().stream().sorted().forEach(f -> text.append(f.name().charAt(0)));
    return text.append(')').toString();
  }

  private static String says(MemoryOrder order, MemoryScope scope) {
    return ","
        + EventLabel.abbreviation(dev.barnacle.model.MemoryOrder.valueOf(order.name()))
        + ","
        + EventLabel.abbreviation(dev.barnacle.model.MemoryScope.valueOf(scope.name()));
  }

  private String name(long address, int bytes) {
    @Nullable MemoryObject object = x.memory().object(Address.object(address));
    if (object == null) {
      return "private";
    }
    long offset = Address.offset(address);
    return object.size() == bytes ? object.name() : object.name() + "[" + offset / bytes + "]";
  }

  private static String value(long bits, int width, boolean floating) {
    return floating
        ? String.valueOf(Lanes.number(Lanes.unsigned(bits, width), width))
        : String.valueOf(Lanes.signed(bits, width));
  }
}

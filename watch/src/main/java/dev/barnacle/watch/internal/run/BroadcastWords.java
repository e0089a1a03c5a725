package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.pass.LowerGroupOperations;
import dev.barnacle.watch.FindingKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells of faults in the hidden variable of a work-group's collective operations what they come of:
 * only broadcasts have them, where several work-items take themselves for the sender, or none does.
 */
final class BroadcastWords {
  private final KernelCode code;

  BroadcastWords(KernelCode code) {
    this.code = code;
  }

  /** Returns the fault of the call that a fault comes of; any other fault as it is. */
  Fault told(Fault fault) {
    boolean race = fault.kind() == FindingKind.DATA_RACE;
    if (!race && fault.kind() != FindingKind.UNINITIALIZED_READ) {
      return fault;
    }
    Fault.Access last = fault.accesses().getLast();
    if (last.place() < 0 || !isHidden(code.places().get(last.place()))) {
      return fault;
    }
    return new Fault(
        FindingKind.INVALID_ARGUMENT,
        race
            ? "work-items of a work-group call work_group_broadcast with different local ids"
            : "work_group_broadcast takes the value of a work-item that does not exist, or that"
                + " names another one",
        List.of(new Fault.Access(first(last.place()), "call", last.group(), last.item())),
        null,
        0,
        "all work-items of a work-group must name the same one, which exists (OpenCL C, 6.15.16)",
        "");
  }

  private static boolean isHidden(Instruction instruction) {
    Value pointer = pointer(instruction);
    return pointer instanceof GlobalVariable variable && LowerGroupOperations.isHidden(variable);
  }

  private static @Nullable Value pointer(Instruction instruction) {
    return switch (instruction) {
      case Load load -> load.pointer();
      case Store store -> store.pointer();
      default -> null;
    };
  }

  /** Returns the first place of the call, which stands for it. */
  private int first(int place) {
    Location location = code.places().get(place).location();
    for (int i = 0; i < place; i++) {
      if (Objects.equals(code.places().get(i).location(), location)
          && isHidden(code.places().get(i))) {
        return i;
      }
    }
    return place;
  }
}

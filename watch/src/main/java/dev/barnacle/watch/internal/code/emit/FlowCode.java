package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.watch.internal.code.analysis.Uses;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the control flow of one region of a kernel, or of a function. */
final class FlowCode {
  /** Jumps back until a method asks whether it shall stop. */
  private static final int FUEL = 1 << 14;

  private final Emitter emitter;
  private final CodeBuilder code;
  private final BlockCode blocks;
  private final SuspendPoints cuts;
  private final Exits exits;
  private final Map<Piece, Label> labels = new LinkedHashMap<>();
  private final Map<Piece, Integer> order = new HashMap<>();
  private final Uses uses;
  private int fuel = -1;
  private int current;

  /** Writes the exits of the code. */
  interface Exits {
    /** Writes the return of the method. */
    void leave(@Nullable Value result);

    /** Writes what happens at a cut, which is left behind if the method does not return. */
    void cut(Instruction cut);
  }

  FlowCode(Emitter emitter, BlockCode blocks, SuspendPoints cuts, Uses uses, Exits exits) {
    this.emitter = emitter;
    this.code = emitter.code();
    this.blocks = blocks;
    this.cuts = cuts;
    this.uses = uses;
    this.exits = exits;
  }

  /** Writes the code of a region. */
  void emit(SuspendPoints.Region region) {
    for (Piece piece : cuts.inOrder(region)) {
      order.put(piece, order.size());
      labels.put(piece, code.newLabel());
    }
    fuel = code.allocateLocal(TypeKind.INT);
    if (cuts.hasSplits()) {
      // A loop may go from method to method, each of which would start anew.
      emitter.pushWorkItem();
      code.loadConstant(emitter.layout().places().of(region.entry().block().terminator()));
      code.invokevirtual(JvmTypes.WORK_ITEM, "enter", JvmTypes.method(CD_int, CD_int));
    } else {
      code.loadConstant(FUEL);
    }
    code.istore(fuel);
    Map.Entry<Piece, Label> first = labels.entrySet().iterator().next();
    if (!first.getKey().equals(region.entry())) {
      code.goto_(label(region.entry()));
    }
    for (Piece piece : List.copyOf(labels.keySet())) {
      piece(piece);
    }
  }

  private Label label(Piece piece) {
    Label label = labels.get(piece);
    if (label == null) {
      throw new IllegalStateException("piece is not in the region");
    }
    return label;
  }

  private int position(Piece piece) {
    Integer position = order.get(piece);
    if (position == null) {
      throw new IllegalStateException("piece is not in the region");
    }
    return position;
  }

  private void piece(Piece piece) {
    current = position(piece);
    code.labelBinding(label(piece));
    emitter.forgetLine();
    Compare fused = fused(piece);
    for (Instruction instruction : piece.instructions()) {
      if (instruction instanceof Terminator terminator) {
        emitter.at(terminator);
        terminator(piece, terminator, fused);
      } else if (!instruction.equals(fused)) {
        blocks.instruction(instruction);
      }
    }
    Instruction cut = piece.cut();
    if (cut != null) {
      emitter.at(cut);
      exits.cut(cut);
      if (cuts.isYield(cut)) {
        code.goto_(label(cuts.behind(cut)));
      }
    }
  }

  /** Returns the comparison that only the branch at the end uses, just before it. */
  private @Nullable Compare fused(Piece piece) {
    List<Instruction> instructions = piece.instructions();
    int last = instructions.size() - 1;
    return last > 0
            && instructions.get(last) instanceof ConditionalBranch branch
            && branch.condition() instanceof Compare compare
            && compare.equals(instructions.get(last - 1))
            && uses.count(compare) == 1
        ? compare
        : null;
  }

  private void terminator(Piece piece, Terminator terminator, @Nullable Compare fused) {
    switch (terminator) {
      case Branch b -> edge(piece, b.successors().getFirst());
      case ConditionalBranch b -> {
        Label yes = code.newLabel();
        if (fused != null) {
          blocks.arithmetic().branch(fused, 0, yes);
        } else {
          emitter.push(b.condition());
          code.ifne(yes);
        }
        edge(piece, b.successors().get(1));
        code.labelBinding(yes);
        edge(piece, b.successors().getFirst());
      }
      case Switch s -> multiway(piece, s);
      case Return r -> exits.leave(r.operands().isEmpty() ? null : r.operand(0));
      case Unreachable u -> exits.leave(null);
    }
  }

  private void multiway(Piece piece, Switch s) {
    List<Label> targets = new ArrayList<>();
    for (int i = 0; i < s.cases().size(); i++) {
      targets.add(code.newLabel());
    }
    Value value = s.operand(0);
    if (JvmTypes.kind(value.type()) == TypeKind.LONG) {
      for (int i = 0; i < s.cases().size(); i++) {
        emitter.push(value);
        code.loadConstant(s.cases().get(i).longValue());
        code.lcmp();
        code.ifeq(targets.get(i));
      }
      edge(piece, s.defaultTarget());
    } else {
      Label otherwise = code.newLabel();
      List<SwitchCase> cases = new ArrayList<>();
      for (int i = 0; i < s.cases().size(); i++) {
        cases.add(SwitchCase.of(s.cases().get(i).intValue(), targets.get(i)));
      }
      emitter.push(value);
      code.lookupswitch(otherwise, cases);
      code.labelBinding(otherwise);
      edge(piece, s.defaultTarget());
    }
    for (int i = 0; i < targets.size(); i++) {
      code.labelBinding(targets.get(i));
      edge(piece, s.successors().get(i + 1));
    }
  }

  /** Gives the target's phis their values and jumps; backwards, it asks now and then for a stop. */
  private void edge(Piece from, Block target) {
    List<Phi> phis = target.phis();
    for (Phi phi : phis) {
      Value value = phi.incoming(from.block());
      for (int lane = 0; lane < phi.type().lanes(); lane++) {
        emitter.push(value, lane);
      }
    }
    for (Phi phi : phis.reversed()) {
      for (int lane = phi.type().lanes() - 1; lane >= 0; lane--) {
        emitter.pop(phi, lane);
      }
    }
    Piece first = cuts.first(target);
    if (position(first) <= current) {
      burnFuel(from);
    }
    code.goto_(label(first));
  }

  private void burnFuel(Piece from) {
    Label go = code.newLabel();
    code.iinc(fuel, -1);
    code.iload(fuel);
    code.ifge(go);
    emitter.pushWorkItem();
    code.loadConstant(emitter.layout().places().of(from.block().terminator()));
    code.invokevirtual(JvmTypes.WORK_ITEM, "refuel", JvmTypes.method(CD_int, CD_int));
    code.istore(fuel);
    code.labelBinding(go);
  }
}

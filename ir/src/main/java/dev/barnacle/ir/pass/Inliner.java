package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts the bodies of called functions in place of calls in one function. Private variables of a
 * callee move into the caller's entry block; locations say where they were inlined.
 */
final class Inliner {
  private final Function caller;
  private final Map<Value, Value> results = new HashMap<>();

  Inliner(Function caller) {
    this.caller = caller;
  }

  /** Inlines the calls of the functions that {@code wanted} accepts; returns whether any. */
  boolean inlineCalls(Predicate<Function> wanted) {
    for (int b = 0; b < caller.blocks().size(); b++) {
      Block block = caller.blocks().get(b);
      for (int i = 0; i < block.instructions().size(); i++) {
        if (block.instructions().get(i) instanceof Call call && wanted.test(call.callee())) {
          inline(block, i, call);
          break;
        }
      }
    }
    for (Block block : caller.blocks()) {
      block.instructions().forEach(i -> i.mapOperands(this::resolve));
    }
    return !results.isEmpty();
  }

  private Value resolve(Value value) {
    Value resolved = value;
    for (Value next = results.get(resolved); next != null; next = results.get(resolved)) {
      resolved = next;
    }
    return resolved;
  }

  private void inline(Block block, int index, Call call) {
    Function callee = call.callee();
    Block rest = Blocks.split(caller, block, index + 1, callee.name() + ".end");
    block.instructions().remove(call);
    Copy copy = new Copy(call);
    copy.make(block);
    List<Return> returns = copy.connect(rest);
    results.put(call, result(call, returns, copy, rest));
  }

  private static Value result(Call call, List<Return> returns, Copy copy, Block rest) {
    if (!call.hasResult() || returns.isEmpty()) {
      return new UndefConstant(call.type());
    }
    if (returns.size() == 1) {
      return returns.getFirst().operand(0);
    }
    Phi phi = new Phi(call.type());
    phi.setName(call.name());
    phi.setLocation(call.location());
    for (Return ret : returns) {
      phi.addIncoming(ret.operand(0), copy.blockOf(ret));
    }
    rest.instructions().addFirst(phi);
    return phi;
  }

  /** A copy of the callee's body in the caller. */
  private final class Copy {
    private final Call call;
    private final Map<Value, Value> values = new HashMap<>();
    private final Map<Block, Block> blocks = new HashMap<>();
    private final Map<Instruction, Block> returnBlocks = new HashMap<>();
    private final List<Instruction> copies = new ArrayList<>();

    Copy(Call call) {
      this.call = call;
    }

    /** Copies the body; the entry's instructions go to the end of {@code block}. */
    void make(Block block) {
      Function callee = call.callee();
      for (int i = 0; i < callee.parameters().size(); i++) {
        values.put(callee.parameters().get(i), call.operand(i));
      }
      Block last = block;
      blocks.put(callee.entry(), block);
      for (Block original : callee.blocks().subList(1, callee.blocks().size())) {
        last = Blocks.insertAfter(caller, last, callee.name() + "." + original.name());
        blocks.put(original, last);
      }
      for (Block original : callee.blocks()) {
        Block target = mapped(original);
        original.instructions().forEach(instruction -> copy(instruction, target));
      }
      copies.forEach(copy -> copy.mapOperands(value -> values.getOrDefault(value, value)));
    }

    private void copy(Instruction original, Block target) {
      Instruction copy = InstructionCopy.of(original);
      copy.setLocation(inlinedAt(original.location(), call.location()));
      copies.add(copy);
      values.put(original, copy);
      if (copy instanceof Alloca) {
        caller.entry().instructions().addFirst(copy);
      } else {
        target.instructions().add(copy);
      }
      if (copy instanceof Terminator terminator) {
        for (int i = 0; i < terminator.successors().size(); i++) {
          terminator.setSuccessor(i, mapped(terminator.successors().get(i)));
        }
      }
      if (copy instanceof Phi phi) {
        for (int i = 0; i < phi.predecessors().size(); i++) {
          phi.setPredecessor(i, mapped(phi.predecessors().get(i)));
        }
      }
    }

    private Block mapped(Block original) {
      return blocks.getOrDefault(original, original);
    }

    Block blockOf(Return ret) {
      return returnBlocks.getOrDefault(ret, caller.entry());
    }

    /** Replaces the copied returns by jumps to {@code rest}, and returns them. */
    List<Return> connect(Block rest) {
      List<Return> returns = new ArrayList<>();
      for (Block original : call.callee().blocks()) {
        Block block = mapped(original);
        if (block.terminatorOrNull() instanceof Return ret) {
          block.instructions().removeLast();
          Branch jump = new Branch(rest);
          jump.setLocation(ret.location());
          block.instructions().add(jump);
          returns.add(ret);
          returnBlocks.put(ret, block);
        }
      }
      return returns;
    }
  }

  private static @Nullable Location inlinedAt(@Nullable Location inner, @Nullable Location call) {
    if (inner == null || call == null) {
      return inner == null ? call : inner;
    }
    Location outer = inner.inlinedAt() == null ? call : inlinedAt(inner.inlinedAt(), call);
    return new Location(inner.file(), inner.line(), inner.column(), outer);
  }
}

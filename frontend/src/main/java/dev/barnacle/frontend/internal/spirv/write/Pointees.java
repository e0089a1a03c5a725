package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.llvm.view.LlvmArgument;
import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types that pointers point to, which LLVM has forgotten: those that most of their uses have.
 * Pointers that flow into each other (through variables, phis, calls and casts) point to one type.
 * Variables and what is reached by indexes have types of their own.
 */
final class Pointees {
  /** Pointers that flow into each other. */
  private static final class Node {
    private @Nullable Node parent;
    private Map<LlvmType, Integer> votes = new LinkedHashMap<>();

    Node root() {
      Node node = this;
      while (node.parent != null) {
        node = node.parent;
      }
      return node;
    }

    void vote(LlvmType type) {
      root().votes.merge(type, 1, Integer::sum);
    }

    void join(Node other) {
      Node a = root();
      Node b = other.root();
      if (a != b) {
        b.votes.forEach((type, count) -> a.votes.merge(type, count, Integer::sum));
        b.votes = Map.of();
        b.parent = a;
      }
    }
  }

  private final Map<LlvmValue, Node> values = new HashMap<>();
  private final Map<LlvmValue, Node> contents = new HashMap<>();
  private final Map<LlvmFunction, Node> results = new HashMap<>();

  /** Looks at all functions of a module. */
  Pointees(List<LlvmFunction> functions, List<LlvmGlobalVariable> variables) {
    for (LlvmFunction function : functions) {
      for (int i = 0; i < function.parameters().size(); i++) {
        LlvmArgument parameter = function.parameters().get(i);
        if (isPointer(parameter.type())) {
          int at = i;
          Optional<LlvmType> whole =
              function
                  .parameterAttributeType(i, "byval")
                  .or(() -> function.parameterAttributeType(at, "sret"));
          whole.ifPresent(type -> node(parameter).vote(type));
        }
      }
      for (LlvmBlock block : function.blocks()) {
        block.instructions().forEach(i -> look(i, function));
      }
    }
    for (LlvmGlobalVariable variable : variables) {
      if (isPointer(variable.valueType())) {
        variable.initializer().ifPresent(value -> flow(value, content(variable)));
      }
    }
  }

  private static boolean isPointer(LlvmType type) {
    return type.kind() == LlvmType.Kind.POINTER;
  }

  /** Returns the type that a value points to by what it is; empty where its uses say. */
  private static Optional<LlvmType> own(LlvmValue value) {
    return switch (value) {
      case LlvmGlobalVariable g -> Optional.of(g.valueType());
      case LlvmInstruction i when i.opcode() == LlvmOpcode.ALLOCA -> Optional.of(i.allocatedType());
      case LlvmInstruction i when i.opcode() == LlvmOpcode.GETELEMENTPTR ->
          Optional.of(part(i.gepSourceType(), i));
      case LlvmConstant c
          when c.kind() == LlvmConstant.Kind.EXPRESSION && c.opcode() == LlvmOpcode.GETELEMENTPTR ->
          Optional.of(part(c.gepSourceType(), c));
      default -> Optional.empty();
    };
  }

  /** Returns the type that a getelementptr's indexes lead to. */
  static LlvmType part(LlvmType source, LlvmValue gep) {
    LlvmType type = source;
    List<LlvmValue> operands = gep.operands();
    for (LlvmValue index : operands.subList(Math.min(2, operands.size()), operands.size())) {
      type =
          type.kind() == LlvmType.Kind.STRUCT && index instanceof LlvmConstant member
              ? type.members().get(member.integerValue().intValueExact())
              : type.element();
    }
    return type;
  }

  private Node node(LlvmValue value) {
    return values.computeIfAbsent(value, v -> new Node());
  }

  private Node content(LlvmValue variable) {
    return contents.computeIfAbsent(variable, v -> new Node());
  }

  private void flow(LlvmValue from, Node to) {
    if (from instanceof LlvmConstant c && c.kind() != LlvmConstant.Kind.EXPRESSION) {
      return;
    }
    Optional<LlvmType> own = own(from);
    if (own.isPresent()) {
      to.vote(own.get());
    } else if (!(from instanceof LlvmFunction) && !(from instanceof LlvmConstant)) {
      to.join(node(from));
    }
  }

  private void use(LlvmValue pointer, LlvmType as) {
    if (own(pointer).isEmpty()) {
      node(pointer).vote(as);
    }
  }

  private static boolean holdsPointer(LlvmValue variable) {
    return own(variable).filter(Pointees::isPointer).isPresent()
        && !(variable instanceof LlvmConstant)
        && !(variable instanceof LlvmInstruction i && i.opcode() != LlvmOpcode.ALLOCA);
  }

  private void look(LlvmInstruction i, LlvmFunction function) {
    switch (i.opcode()) {
      case LOAD -> {
        use(i.operand(0), i.type());
        if (isPointer(i.type()) && holdsPointer(i.operand(0))) {
          content(i.operand(0)).join(node(i));
        }
      }
      case STORE -> {
        use(i.operand(1), i.operand(0).type());
        if (isPointer(i.operand(0).type()) && holdsPointer(i.operand(1))) {
          flow(i.operand(0), content(i.operand(1)));
        }
      }
      case GETELEMENTPTR -> use(i.operand(0), i.gepSourceType());
      case ADDRSPACECAST -> flow(i.operand(0), node(i));
      case PHI -> {
        if (isPointer(i.type())) {
          i.operands().forEach(o -> flow(o, node(i)));
        }
      }
      case SELECT -> {
        if (isPointer(i.type())) {
          flow(i.operand(1), node(i));
          flow(i.operand(2), node(i));
        }
      }
      case CALL -> {
        if (!QueueFunctions.isKernelOfBlock(function)) {
          call(i); // what is enqueued takes bytes
        }
      }
      case RET -> {
        if (!i.operands().isEmpty() && isPointer(i.operand(0).type())) {
          flow(i.operand(0), result(function));
        }
      }
      default -> {
        // It says nothing of pointers.
      }
    }
  }

  private Node result(LlvmFunction function) {
    return results.computeIfAbsent(function, f -> new Node());
  }

  private void call(LlvmInstruction call) {
    Optional<LlvmFunction> callee = call.calledFunction();
    if (callee.isEmpty() || callee.get().isDeclaration()) {
      return;
    }
    List<LlvmArgument> parameters = callee.get().parameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (isPointer(parameters.get(i).type())) {
        flow(call.operand(i), node(parameters.get(i)));
      }
    }
    if (isPointer(call.type())) {
      result(callee.get()).join(node(call));
    }
  }

  private static Optional<LlvmType> winner(@Nullable Node node) {
    if (node == null) {
      return Optional.empty();
    }
    LlvmType best = null;
    int most = 0;
    for (Map.Entry<LlvmType, Integer> vote : node.root().votes.entrySet()) {
      if (vote.getValue() > most && !isByte(vote.getKey())) {
        most = vote.getValue();
        best = vote.getKey();
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isByte(LlvmType type) {
    return type.kind() == LlvmType.Kind.INTEGER && type.integerBits() == 8;
  }

  /** Returns what a value of pointer type points to; empty for bytes. */
  Optional<LlvmType> of(LlvmValue pointer) {
    return winner(values.get(pointer));
  }

  /** Returns what the pointers in a variable point to; empty for bytes. */
  Optional<LlvmType> contentOf(LlvmValue variable) {
    return winner(contents.get(variable));
  }

  /** Returns what a function's result points to; empty for bytes. */
  Optional<LlvmType> resultOf(LlvmFunction function) {
    return winner(results.get(function));
  }
}

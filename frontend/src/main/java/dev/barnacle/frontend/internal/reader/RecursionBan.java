package dev.barnacle.frontend.internal.reader;

import dev.barnacle.frontend.internal.reader.context.ReaderContext;
import dev.barnacle.frontend.internal.reader.type.MangledName;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Refuses recursion, which OpenCL C does not have (OpenCL C, "Restrictions"). */
final class RecursionBan {
  private final ReaderContext context;
  private final Set<Function> done = new HashSet<>();
  private final Set<Function> path = new LinkedHashSet<>();

  private RecursionBan(ReaderContext context) {
    this.context = context;
  }

  static void run(Module module, ReaderContext context) {
    RecursionBan check = new RecursionBan(context);
    for (Function function : module.functions()) {
      check.visit(function);
    }
  }

  private void visit(Function function) {
    if (!done.add(function)) {
      return;
    }
    path.add(function);
    for (Instruction instruction : function.instructions()) {
      if (instruction instanceof Call call) {
        visitCall(call);
      }
    }
    path.remove(function);
  }

  private void visitCall(Call call) {
    Function callee = call.callee();
    if (path.contains(callee)) {
      context.error(
          call.location(),
          "'" + MangledName.demangle(callee.name()) + "' calls itself; OpenCL C has no recursion");
    } else {
      visit(callee);
    }
  }
}

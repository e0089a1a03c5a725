package dev.barnacle.cli.internal.start;

import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rewrites classes so that they start faster and do the same. The JVM's AOT cache (JEP 483) keeps
 * neither classes older than Java 6, which it can't verify ahead, nor the call sites of pattern
 * switches and of the methods of records, which cost milliseconds each when they first run. So old
 * classes become newer ones, and such call sites become calls of methods in plain bytecode.
 */
final class PlainBytecode {
  private static final int JAVA_8 = ClassFile.JAVA_8_VERSION;

  private final ClassFile classFile;

  /**
   * Makes a rewriter.
   *
   * @param hierarchy knows the classes that old classes mention
   */
  PlainBytecode(ClassHierarchyResolver hierarchy) {
    this.classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(hierarchy),
            ClassFile.ConstantPoolSharingOption.NEW_POOL,
            ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
  }

  /** Returns what a class becomes; the same array where there is nothing to do. */
  byte[] rewrite(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
      return newer(model);
    }
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof InvokeDynamicEntry call && isPlain(call)) {
        return withoutCallSites(model);
      }
    }
    return bytes;
  }

  /** The same class of Java 8, with the stack maps that its verifier wants. */
  private byte[] newer(ClassModel model) {
    return classFile.build(
        model.thisClass().asSymbol(),
        made -> {
          for (ClassElement element : model) {
            switch (element) {
              case ClassFileVersion _ -> made.withVersion(JAVA_8, 0);
              case MethodModel method ->
                  made.withMethod(
                      method.methodName(),
                      method.methodType(),
                      method.flags().flagsMask(),
                      body -> method.forEach(part -> copy(part, body)));
              default -> made.with(element);
            }
          }
        });
  }

  private static void copy(MethodElement part, MethodBuilder method) {
    if (part instanceof CodeModel code) {
      method.withCode(made -> code.forEach(made::with));
    } else {
      method.with(part);
    }
  }

  private byte[] withoutCallSites(ClassModel model) {
    ClassDesc self = model.thisClass().asSymbol();
    boolean isInterface = (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
    List<PlainMethod> methods = new ArrayList<>();
    ClassTransform calls =
        ClassTransform.transformingMethodBodies(
            (code, element) -> call(code, element, self, isInterface, methods));
    return classFile.transformClass(
        model,
        calls.andThen(
            ClassTransform.endHandler(made -> methods.forEach(method -> method.addTo(made)))));
  }

  private static void call(
      CodeBuilder code,
      CodeElement element,
      ClassDesc self,
      boolean isInterface,
      List<PlainMethod> methods) {
    if (element instanceof InvokeDynamicInstruction dynamic && isPlain(dynamic.invokedynamic())) {
      PlainMethod method = PlainMethod.of(dynamic, methods.size());
      methods.add(method);
      code.invokestatic(self, method.name(), method.type(), isInterface);
    } else {
      code.with(element);
    }
  }

  /** Returns whether a call site can become a method. */
  private static boolean isPlain(InvokeDynamicEntry call) {
    DynamicCallSiteDesc site = call.asSymbol();
    if (!(site.bootstrapMethod() instanceof DirectMethodHandleDesc bootstrap)) {
      return false;
    }
    return switch (bootstrap.owner().descriptorString()) {
      case "Ljava/lang/runtime/SwitchBootstraps;" ->
          bootstrap.methodName().equals("typeSwitch")
              && Arrays.stream(site.bootstrapArgs()).allMatch(ClassDesc.class::isInstance);
      case "Ljava/lang/runtime/ObjectMethods;" -> true;
      default -> false;
    };
  }
}

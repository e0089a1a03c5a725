package dev.barnacle.watch.internal.code.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The methods with a kernel's code, in the classes that they go to: a class has 65535 constants at
 * most, so that a very large kernel needs several.
 */
final class ClassSplits {
  /** Estimated bytes of code of a class, which has a constant for each four bytes at most. */
  private static final int SHARE = 200_000;

  private final ClassDesc main;
  private final List<List<Method>> shares = new ArrayList<>();
  private long size;

  /** A static method of a kernel, to be written. */
  record Method(ClassDesc owner, String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    /** Writes a call of it. */
    void call(CodeBuilder code) {
      code.invokestatic(owner, name, type);
    }
  }

  /** Starts with the kernel's own class. */
  ClassSplits(ClassDesc main) {
    this.main = main;
    shares.add(new ArrayList<>());
  }

  /**
   * Adds a method.
   *
   * @param bytes about how large it is
   */
  Method add(String name, MethodTypeDesc type, long bytes, Consumer<CodeBuilder> body) {
    if (size > 0 && size + bytes > SHARE) {
      shares.add(new ArrayList<>());
      size = 0;
    }
    size += bytes;
    Method method = new Method(desc(shares.size() - 1), name, type, body);
    shares.getLast().add(method);
    return method;
  }

  /** Adds a small method to the kernel's own class. */
  Method addFirst(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    Method method = new Method(main, name, type, body);
    shares.getFirst().add(method);
    return method;
  }

  /** Returns how many classes there are; the first is the kernel's own. */
  int count() {
    return shares.size();
  }

  /** Returns the name of a class. */
  ClassDesc desc(int share) {
    return share == 0 ? main : ClassDesc.of(main.packageName(), main.displayName() + "$" + share);
  }

  /** Returns the methods of a class. */
  List<Method> methods(int share) {
    return shares.get(share);
  }
}

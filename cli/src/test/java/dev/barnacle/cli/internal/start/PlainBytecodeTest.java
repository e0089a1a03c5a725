package dev.barnacle.cli.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Classes that are rewritten for a fast start do what they did. */
class PlainBytecodeTest {
  private static final PlainBytecode PLAIN =
      new PlainBytecode(ClassHierarchyResolver.defaultResolver());

  /** All that is rewritten. */
  @SuppressWarnings({"EqualsNull", "EqualsIncompatibleType"}) // which are rewritten too
  static final class Sample implements Supplier<String> {
    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    @SuppressWarnings("ArrayRecordComponent") // compared as any object
    record Named(@Nullable Object name, int @Nullable [] array) implements Shape {}

    record Numbers(
        boolean z, byte b, char c, short s, int i, long j, float f, double d, String text)
        implements Shape {}

    record Empty() implements Shape {}

    private static String of(@Nullable Shape shape) {
      return switch (shape) {
        case null -> "none";
        case Circle(double radius) when radius > 2 -> "large";
        case Circle _ -> "circle";
        case Named named -> "named " + named.name();
        case Numbers _ -> "numbers";
        case Empty _ -> "empty";
      };
    }

    private static Numbers numbers(float f, double d) {
      return new Numbers(true, (byte) -1, 'c', (short) 3, 4, 5L << 40, f, d, "t");
    }

    @Override
    public String get() {
      int[] array = {1};
      List<Shape> shapes =
          List.of(
              new Circle(1),
              new Circle(3),
              new Circle(Double.NaN),
              new Named(null, array),
              new Named("x", array),
              new Named("x", new int[] {1}),
              numbers(0f, 0.0),
              numbers(-0f, 0.0),
              numbers(0f, -0.0),
              numbers(Float.NaN, Double.NaN),
              new Empty());
      StringBuilder text = new StringBuilder(of(null));
      for (Shape shape : shapes) {
        text.append(' ').append(of(shape));
        for (Shape other : shapes) {
          text.append(shape.equals(other) ? '=' : '.');
        }
        text.append(shape.equals(null)).append(shape.equals(array));
      }
      text.append(numbers(1, 2).equals(numbers(1, 2)));
      text.append(numbers(1, 2).hashCode()).append(' ').append(new Empty().hashCode());
      text.append(' ').append(new Named(null, array).equals(new Named(null, array)));
      text.append(new Named("x", null)).append(new Empty());
      text.append(numbers(-0f, Double.NaN)).append(numbers(1e-7f, 1e7));
      return text.append(new Circle(1).hashCode()).append(new Circle(1)).toString();
    }
  }

  private static byte[] bytes(String name) {
    String resource = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = PlainBytecodeTest.class.getResourceAsStream(resource)) {
      return Objects.requireNonNull(in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads the classes of the sample as they are when they are rewritten. */
  private static final class Loader extends ClassLoader {
    Loader() {
      super(PlainBytecodeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Sample.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      byte[] made = PLAIN.rewrite(bytes(name));
      return loaded != null ? loaded : defineClass(name, made, 0, made.length);
    }
  }

  private static long callSites(byte[] bytes, String bootstrap) {
    ClassModel model = ClassFile.of().parse(bytes);
    return StreamSupport.stream(model.constantPool().spliterator(), false)
        .filter(InvokeDynamicEntry.class::isInstance)
        .map(e -> ((InvokeDynamicEntry) e).asSymbol())
        .filter(site -> site.bootstrapMethod().toString().contains(bootstrap))
        .count();
  }

  @Test
  void switchesAndRecordsDoWhatTheyDid() throws ReflectiveOperationException {
    Class<?> type = new Loader().loadClass(Sample.class.getName());
    assertNotSame(Sample.class, type);
    var made = type.getDeclaredConstructor();
    made.setAccessible(true);
    assertEquals(new Sample().get(), ((Supplier<?>) made.newInstance()).get());
  }

  @Test
  void theirCallSitesAreGone() {
    byte[] sample = bytes(Sample.class.getName());
    assertTrue(callSites(sample, "typeSwitch") > 0);
    assertEquals(0, callSites(PLAIN.rewrite(sample), "typeSwitch"));
    byte[] record = bytes(Sample.Numbers.class.getName());
    assertTrue(callSites(record, "ObjectMethods") > 0);
    assertEquals(0, callSites(PLAIN.rewrite(record), "ObjectMethods"));
  }

  @Test
  void otherClassesStayAsTheyAre() {
    byte[] same = bytes(PlainBytecodeTest.Loader.class.getName());
    assertSame(same, PLAIN.rewrite(same));
  }

  /** A method with a branch, which has no stack map in Java 5. */
  @Test
  void oldClassesBecomeNewOnes() throws ReflectiveOperationException {
    byte[] old =
        ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
            .build(
                ClassDesc.of("Old"),
                made ->
                    made.withVersion(ClassFile.JAVA_5_VERSION, 0)
                        .withMethodBody(
                            "pick",
                            MethodTypeDesc.of(
                                ConstantDescs.CD_Object,
                                ConstantDescs.CD_int,
                                ConstantDescs.CD_String,
                                ConstantDescs.CD_Integer),
                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                            code ->
                                code.iload(0)
                                    .ifThenElse(
                                        b -> b.aload(1).astore(3), b -> b.aload(2).astore(3))
                                    .aload(3)
                                    .areturn()));
    byte[] made = PLAIN.rewrite(old);
    assertEquals(ClassFile.JAVA_8_VERSION, ClassFile.of().parse(made).majorVersion());
    Class<?> type =
        new ClassLoader() {
          Class<?> define() {
            return defineClass("Old", made, 0, made.length);
          }
        }.define();
    var pick = type.getMethod("pick", int.class, String.class, Integer.class);
    assertEquals("a", pick.invoke(null, 1, "a", 2));
    assertEquals(2, pick.invoke(null, 0, "a", 2));
    assertFalse(ClassFile.of().verify(made).stream().findAny().isPresent());
  }
}

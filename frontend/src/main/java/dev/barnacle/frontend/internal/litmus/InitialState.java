package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.litmus.LitmusTest.Initial;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.IntType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** The initial state: the locations of a test, and the registers that it sets. */
final class InitialState {
  private static final int LONGEST_ARRAY = 4096;
  private static final int MOST_ELEMENTS = 65_536;
  private static final Set<String> INITIALISERS = Set.of("ATOMIC_FLAG_INIT", "NULL");

  private final Map<String, Shared> shared = new LinkedHashMap<>();
  private final Map<Integer, Map<String, LitmusParser.InitItemContext>> registers = new HashMap<>();
  private int elements;

  /** A location while it is found out what it is. */
  static final class Shared {
    final int number;
    final String name;
    private CType element = CType.INT;
    private boolean typed;
    private boolean array;
    private boolean atomic;
    private @Nullable AddressSpace space;
    private List<Initial> initial = List.of(new Initial(0, ""));

    Shared(int number, String name) {
      this.number = number;
      this.name = name;
    }

    /** Adds what a declaration says of it. */
    void declare(CType type) {
      if (!typed && !type.isVoid()) {
        element = type;
        typed = true;
      }
      atomic |= type.atomic();
      if (space == null) {
        space = type.space();
      }
    }

    void accessedAtomically() {
      atomic = true;
    }

    void lies(AddressSpace where) {
      space = space == null ? where : space;
    }

    boolean isArray() {
      return array;
    }

    int length() {
      return initial.size();
    }

    /** The type of an element. */
    CType element() {
      return new CType(element.bits(), element.signed(), atomic, space, element.pointee());
    }

    private SharedLocation location() {
      IntType type = element.bitsType();
      List<Initial> values =
          initial.stream()
              .map(i -> i.location().isEmpty() ? new Initial(type.normalize(i.value()), "") : i)
              .toList();
      return new SharedLocation(
          name, space == null ? AddressSpace.GLOBAL : space, type, values, atomic);
    }
  }

  /** The location of that name; a new one where there is none. */
  Shared shared(String name) {
    return shared.computeIfAbsent(name, n -> new Shared(shared.size(), n));
  }

  boolean has(String name) {
    return shared.containsKey(name);
  }

  Shared existing(String name, ParserRuleContext at) {
    Shared s = shared.get(name);
    if (s == null) {
      throw LitmusErrors.at(at, "there is no location '" + name + "'");
    }
    return s;
  }

  /** All locations, by their numbers. */
  List<Shared> all() {
    return List.copyOf(shared.values());
  }

  List<SharedLocation> locations() {
    return shared.values().stream().map(Shared::location).toList();
  }

  /** Returns the items that set registers of a thread. */
  Map<String, LitmusParser.InitItemContext> registers(int thread) {
    return registers.getOrDefault(thread, Map.of());
  }

  /** Every thread whose registers are set, with a place where. */
  Map<Integer, Map<String, LitmusParser.InitItemContext>> registers() {
    return registers;
  }

  void read(LitmusParser.InitContext init) {
    init.initItem().forEach(this::read);
  }

  private void read(LitmusParser.InitItemContext item) {
    LitmusParser.InitTargetContext target = item.initTarget();
    if (target.owner() != null) {
      registers
          .computeIfAbsent(
              LitmusNumbers.thread(target.owner().getText(), target), k -> new LinkedHashMap<>())
          .put(target.NAME().getText(), item);
      return;
    }
    Shared s = shared(target.NAME().getText());
    if (!item.specifier().isEmpty() || !item.pointerTo().isEmpty()) {
      CType type = CType.orInt(item.specifier(), item.pointerTo());
      if (type.isVoid()) {
        throw LitmusErrors.at(item, "a location cannot be void");
      }
      s.declare(type);
    }
    s.array = item.LBRACK() != null;
    List<Initial> values = new ArrayList<>();
    if (item.initValue() != null) {
      if (item.initValue().LBRACE() != null && !s.array) {
        throw LitmusErrors.at(
            item.initValue(), "'" + s.name + "' is no array: write '" + s.name + "[…] = {…}'");
      }
      item.initValue().initScalar().forEach(v -> values.add(initial(v)));
    }
    int length = item.INT() == null ? Math.max(1, values.size()) : arrayLength(item);
    if (values.size() > length) {
      throw LitmusErrors.at(item, "more initial values than the array has elements");
    }
    elements += length;
    if (elements > MOST_ELEMENTS) {
      throw LitmusErrors.at(item, "the arrays have more than " + MOST_ELEMENTS + " elements");
    }
    while (values.size() < length) {
      values.add(new Initial(0, ""));
    }
    s.initial = List.copyOf(values);
    if (values.stream().anyMatch(v -> !v.location().isEmpty()) && !s.typed) {
      s.declare(CType.pointer(CType.INT));
    }
  }

  private static int arrayLength(LitmusParser.InitItemContext item) {
    long length = LitmusNumbers.integer(item.INT().getText(), item);
    if (length < 1 || length > LONGEST_ARRAY) {
      throw LitmusErrors.at(item, "an array has 1 to " + LONGEST_ARRAY + " elements");
    }
    return (int) length;
  }

  Initial initial(LitmusParser.InitScalarContext scalar) {
    if (scalar.NAME() != null && scalar.LPAR() == null) {
      if (INITIALISERS.contains(scalar.NAME().getText())) {
        return new Initial(0, "");
      }
      shared(scalar.NAME().getText());
      long element =
          scalar.INT() == null ? 0 : LitmusNumbers.integer(scalar.INT().getText(), scalar);
      return new Initial(element, scalar.NAME().getText());
    }
    long value = LitmusNumbers.integer(scalar.INT().getText(), scalar);
    return new Initial(scalar.MINUS() == null ? value : -value, "");
  }
}

package dev.barnacle.spark;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that a kernel's parameters are.
 *
 * @param source the program
 * @param kernel its name
 * @param columns one for each parameter, in order
 */
record KernelColumns(String source, String kernel, List<Column> columns) implements Serializable {
  KernelColumns {
    columns = List.copyOf(columns);
  }

  /**
   * The numbers that a parameter points to.
   *
   * @param name of the column and the parameter
   * @param type of its numbers
   * @param isOutput whether it is a new one
   * @param index its place among the data's columns, or among the new ones
   */
  record Column(String name, ColumnType type, boolean isOutput, int index)
      implements Serializable {}

  /** Returns the number of new columns. */
  int outputs() {
    return (int) columns.stream().filter(Column::isOutput).count();
  }

  /**
   * Builds the program and compares its kernel's parameters with columns.
   *
   * @throws IllegalArgumentException if they don't go together
   */
  static KernelColumns of(
      StructType data, String source, String kernel, List<StructField> outputs) {
    Kernel built = SharedContext.kernel(source, kernel);
    List<String> made = outputs.stream().map(StructField::name).toList();
    if (made.isEmpty()) {
      throw new IllegalArgumentException("no column is named that kernel " + kernel + " makes");
    }
    List<String> given = List.of(data.fieldNames());
    List<Column> columns = new ArrayList<>();
    for (KernelParameter parameter : built.parameters()) {
      String name = parameter.name();
      int output = made.indexOf(name);
      int input = given.indexOf(name);
      if (output < 0 && input < 0) {
        throw new IllegalArgumentException(
            "kernel " + kernel + ": no column is called as its parameter " + name);
      }
      StructField field = output >= 0 ? outputs.get(output) : data.fields()[input];
      columns.add(
          new Column(name, type(parameter, field), output >= 0, output >= 0 ? output : input));
    }
    made.forEach(name -> checkMade(name, kernel, made, given, columns));
    return new KernelColumns(source, kernel, columns);
  }

  private static ColumnType type(KernelParameter parameter, StructField field) {
    ColumnType type =
        ColumnType.of(field.dataType())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "column "
                            + field.name()
                            + ": a kernel takes byte, short, int, long, float and double, not "
                            + field.dataType().simpleString()));
    boolean isPointer =
        parameter.kind() == KernelParameter.Kind.GLOBAL
            || parameter.kind() == KernelParameter.Kind.CONSTANT;
    Optional<dev.barnacle.cl.DataType> memory = parameter.dataType();
    if (!isPointer || memory.isEmpty() || !type.fits(memory.get())) {
      throw new IllegalArgumentException(
          "column "
              + field.name()
              + " ("
              + field.dataType().simpleString()
              + "): its parameter is "
              + parameter.typeName()
              + ", not global "
              + type.keyword()
              + "*");
    }
    return type;
  }

  private static void checkMade(
      String name, String kernel, List<String> made, List<String> given, List<Column> columns) {
    if (made.indexOf(name) != made.lastIndexOf(name) || given.contains(name)) {
      throw new IllegalArgumentException("column " + name + " is there already");
    }
    if (columns.stream().noneMatch(column -> column.isOutput() && column.name().equals(name))) {
      throw new IllegalArgumentException(
          "column " + name + ": kernel " + kernel + " has no such parameter");
    }
  }
}

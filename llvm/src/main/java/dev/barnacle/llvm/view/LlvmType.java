package dev.barnacle.llvm.view;

import dev.barnacle.llvm.internal.LlvmCalls;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.global.LLVM;

/** A type of LLVM IR. Types of one context are equal exactly when they are the same type. */
public final class LlvmType {
  /** The kinds of types that LLVM IR has; kinds that no wrapper here speaks of are OTHER. */
  public enum Kind {
    VOID,
    HALF,
    BFLOAT,
    FLOAT,
    DOUBLE,
    INTEGER,
    FUNCTION,
    STRUCT,
    ARRAY,
    POINTER,
    VECTOR,
    LABEL,
    METADATA,
    TOKEN,
    TARGET_EXTENSION,
    OTHER
  }

  private final LLVMTypeRef ref;
  private final Kind kind;

  LlvmType(LLVMTypeRef ref) {
    this.ref = ref;
    this.kind = kindOf(LLVM.LLVMGetTypeKind(ref));
  }

  private static Kind kindOf(int kind) {
    return switch (kind) {
      case LLVM.LLVMVoidTypeKind -> Kind.VOID;
      case LLVM.LLVMHalfTypeKind -> Kind.HALF;
      case LLVM.LLVMBFloatTypeKind -> Kind.BFLOAT;
      case LLVM.LLVMFloatTypeKind -> Kind.FLOAT;
      case LLVM.LLVMDoubleTypeKind -> Kind.DOUBLE;
      case LLVM.LLVMIntegerTypeKind -> Kind.INTEGER;
      case LLVM.LLVMFunctionTypeKind -> Kind.FUNCTION;
      case LLVM.LLVMStructTypeKind -> Kind.STRUCT;
      case LLVM.LLVMArrayTypeKind -> Kind.ARRAY;
      case LLVM.LLVMPointerTypeKind -> Kind.POINTER;
      case LLVM.LLVMVectorTypeKind -> Kind.VECTOR;
      case LLVM.LLVMLabelTypeKind -> Kind.LABEL;
      case LLVM.LLVMMetadataTypeKind -> Kind.METADATA;
      case LLVM.LLVMTokenTypeKind -> Kind.TOKEN;
      case LLVM.LLVMTargetExtTypeKind -> Kind.TARGET_EXTENSION;
      default -> Kind.OTHER;
    };
  }

  LLVMTypeRef ref() {
    return ref;
  }

  /** Returns the kind of this type. */
  public Kind kind() {
    return kind;
  }

  /** The number of bits of an integer type. */
  public int integerBits() {
    require(Kind.INTEGER);
    return LLVM.LLVMGetIntTypeWidth(ref);
  }

  /** The address space's number of a pointer type. */
  public int addressSpace() {
    require(Kind.POINTER);
    return LLVM.LLVMGetPointerAddressSpace(ref);
  }

  /** The type of an array's or vector's elements. */
  public LlvmType element() {
    if (kind != Kind.ARRAY && kind != Kind.VECTOR) {
      throw new IllegalStateException(this + " has no elements");
    }
    return new LlvmType(LLVM.LLVMGetElementType(ref));
  }

  /** Returns the number of elements of an array or vector, or of members of a struct. */
  public long count() {
    return switch (kind) {
      case ARRAY -> LLVM.LLVMGetArrayLength2(ref);
      case VECTOR -> LLVM.LLVMGetVectorSize(ref);
      case STRUCT -> LLVM.LLVMCountStructElementTypes(ref);
      default -> throw new IllegalStateException(this + " has no elements");
    };
  }

  /** The types of a struct's members, in order. */
  public List<LlvmType> members() {
    require(Kind.STRUCT);
    int count = LLVM.LLVMCountStructElementTypes(ref);
    List<LlvmType> members = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      members.add(new LlvmType(LLVM.LLVMStructGetTypeAtIndex(ref, i)));
    }
    return members;
  }

  /** Returns the type that a function type returns. */
  public LlvmType returnType() {
    require(Kind.FUNCTION);
    return new LlvmType(LLVM.LLVMGetReturnType(ref));
  }

  /** The types of a function type's fixed parameters. */
  public List<LlvmType> parameters() {
    require(Kind.FUNCTION);
    int count = LLVM.LLVMCountParamTypes(ref);
    List<LlvmType> parameters = new ArrayList<>(count);
    try (PointerPointer<LLVMTypeRef> array = new PointerPointer<>(Math.max(count, 1))) {
      LLVM.LLVMGetParamTypes(ref, array);
      for (int i = 0; i < count; i++) {
        parameters.add(new LlvmType(array.get(LLVMTypeRef.class, i)));
      }
    }
    return parameters;
  }

  /** Returns whether a function type takes further arguments after its fixed parameters. */
  public boolean isVariadic() {
    require(Kind.FUNCTION);
    return LLVM.LLVMIsFunctionVarArg(ref) != 0;
  }

  /** The name of a target extension type, such as {@code spirv.Image}. */
  public String extensionName() {
    require(Kind.TARGET_EXTENSION);
    return LLVM.LLVMGetTargetExtTypeName(ref).getString();
  }

  /** The integer parameters of a target extension type, in order. */
  public List<Integer> extensionIntegers() {
    require(Kind.TARGET_EXTENSION);
    int count = LLVM.LLVMGetTargetExtTypeNumIntParams(ref);
    List<Integer> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(LLVM.LLVMGetTargetExtTypeIntParam(ref, i));
    }
    return values;
  }

  /** The type parameters of a target extension type, in order. */
  public List<LlvmType> extensionTypes() {
    require(Kind.TARGET_EXTENSION);
    int count = LLVM.LLVMGetTargetExtTypeNumTypeParams(ref);
    List<LlvmType> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      types.add(new LlvmType(LLVM.LLVMGetTargetExtTypeTypeParam(ref, i)));
    }
    return types;
  }

  private void require(Kind wanted) {
    if (kind != wanted) {
      throw new IllegalStateException(this + " is no " + wanted + " type");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LlvmType type && type.ref.address() == ref.address();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(ref.address());
  }

  /** The type as LLVM prints it. */
  @Override
  public String toString() {
    return LlvmCalls.takeMessage(LLVM.LLVMPrintTypeToString(ref));
  }
}

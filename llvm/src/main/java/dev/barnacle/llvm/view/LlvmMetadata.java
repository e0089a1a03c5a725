package dev.barnacle.llvm.view;

import dev.barnacle.llvm.internal.LlvmCalls;
import dev.barnacle.llvm.module.LlvmContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueMetadataEntry;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A piece of metadata: a node with operands, a string, or a constant. */
public final class LlvmMetadata {
  private final LlvmContext context;
  private final LLVMValueRef ref;

  /** {@code ref} is a constant, or metadata as a value. */
  private LlvmMetadata(LlvmContext context, LLVMValueRef ref) {
    this.context = context;
    this.ref = ref;
  }

  static LlvmMetadata of(LlvmContext context, LLVMMetadataRef ref) {
    return new LlvmMetadata(context, LLVM.LLVMMetadataAsValue(context.ref(), ref));
  }

  /** The nodes attached to a function or global under a kind's name. */
  static List<LlvmMetadata> attached(LlvmContext context, LLVMValueRef global, String name) {
    int kind = LLVM.LLVMGetMDKindIDInContext(context.ref(), name, name.length());
    List<LlvmMetadata> nodes = new ArrayList<>();
    try (SizeTPointer count = new SizeTPointer(1)) {
      LLVMValueMetadataEntry entries = LLVM.LLVMGlobalCopyAllMetadata(global, count);
      if (entries == null) {
        return nodes;
      }
      for (int i = 0; i < count.get(); i++) {
        if (LLVM.LLVMValueMetadataEntriesGetKind(entries, i) == kind) {
          nodes.add(of(context, LLVM.LLVMValueMetadataEntriesGetMetadata(entries, i)));
        }
      }
      LLVM.LLVMDisposeValueMetadataEntries(entries);
    }
    return nodes;
  }

  /** The node's operands; an absent operand is an empty Optional. */
  public List<Optional<LlvmMetadata>> operands() {
    if (constant().isPresent() || string().isPresent()) {
      return List.of();
    }
    int count = LLVM.LLVMGetMDNodeNumOperands(ref);
    List<Optional<LlvmMetadata>> operands = new ArrayList<>(count);
    try (PointerPointer<LLVMValueRef> array = new PointerPointer<>(Math.max(count, 1))) {
      LLVM.LLVMGetMDNodeOperands(ref, array);
      for (int i = 0; i < count; i++) {
        operands.add(
            Optional.ofNullable(array.get(LLVMValueRef.class, i))
                .map(operand -> new LlvmMetadata(context, operand)));
      }
    }
    return operands;
  }

  /** The text, where this is a string. */
  public Optional<String> string() {
    int[] length = new int[1];
    BytePointer text = LLVM.LLVMGetMDString(ref, length);
    return text == null ? Optional.empty() : Optional.of(LlvmValue.text(text, length[0]));
  }

  /** The constant, where this is one. */
  public Optional<LlvmConstant> constant() {
    return LLVM.LLVMGetValueKind(ref) == LLVM.LLVMMetadataAsValueValueKind
        ? Optional.empty()
        : Optional.of(new LlvmConstant(ref));
  }

  /** The value that metadata, given as a value, refers to; empty where it is none. */
  static Optional<LLVMValueRef> value(LLVMValueRef metadata) {
    if (LLVM.LLVMGetMDNodeNumOperands(metadata) != 1) {
      return Optional.empty();
    }
    try (PointerPointer<LLVMValueRef> array = new PointerPointer<>(1)) {
      LLVM.LLVMGetMDNodeOperands(metadata, array);
      return Optional.ofNullable(array.get(LLVMValueRef.class, 0));
    }
  }

  /** The kind of node, one of LLVM's {@code LLVM…MetadataKind} numbers. */
  int nodeKind() {
    return LLVM.LLVMGetMetadataKind(metadataRef());
  }

  LLVMMetadataRef metadataRef() {
    return LLVM.LLVMValueAsMetadata(ref);
  }

  @Override
  public String toString() {
    return LlvmCalls.takeMessage(LLVM.LLVMPrintValueToString(ref));
  }
}

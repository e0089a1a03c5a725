package dev.barnacle.ir;

/** A value known before the kernel runs. Constants are equal when their content is. */
public sealed interface Constant extends Value
    permits IntConstant, FloatConstant, NullConstant, UndefConstant, VectorConstant {}

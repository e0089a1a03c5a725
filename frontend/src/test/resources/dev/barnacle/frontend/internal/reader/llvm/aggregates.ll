%pair = type { i32, [2 x float] }

define spir_kernel void @k(ptr addrspace(1) %p, i1 %c, float %f) {
entry:
  %whole = load %pair, ptr addrspace(1) %p, align 4
  %inner = extractvalue %pair %whole, 1
  %second = extractvalue %pair %whole, 1, 1
  %changed = insertvalue %pair %whole, float %f, 1, 0
  br i1 %c, label %then, label %join
then:
  %chosen = select i1 %c, %pair %changed, %pair zeroinitializer
  br label %join
join:
  %either = phi %pair [ %whole, %entry ], [ %chosen, %then ]
  %frozen = freeze %pair %either
  store %pair %frozen, ptr addrspace(1) %p, align 4
  %q = getelementptr %pair, ptr addrspace(1) %p, i64 1, i32 1
  store [2 x float] %inner, ptr addrspace(1) %q, align 4
  store float %second, ptr addrspace(1) %q, align 4
  ret void
}

;; Dot products of the rows of a row-major matrix of 32-bit floats with one query.
;; `dot-rows.test.ts` holds the same in TypeScript, sum for sum: both give the same bits.
(module
  (memory (import "env" "memory") 1)

  ;; Writes `rows` floats to `out`. `row`, `query` and `out` are byte offsets; `bytes` is the length of
  ;; a row and of the query, above 0 and a multiple of 64. One row at a time, so that memory is read in
  ;; one stream; four sums at a time, so that an addition need not wait for the one before.
  (func (export "dotRows")
    (param $row i32) (param $query i32) (param $out i32) (param $rows i32) (param $bytes i32)
    (local $end i32) (local $q i32) (local $queryEnd i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (local.set $queryEnd (i32.add (local.get $query) (local.get $bytes)))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $q (local.get $query))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (loop $next
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (v128.load (local.get $row)) (v128.load (local.get $q)))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $q)))))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $q)))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $q)))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $next (i32.lt_u (local.get $q) (local.get $queryEnd))))
        (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b))
                                 (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow)))))

/** Why one operation of an edit is not done: the closed union of `edits[].reason` and `edit.operation_rejected`. */
export const REJECTIONS = [
  'target_not_found',
  'ambiguous_target',
  'expect_mismatch',
  'overlapping_operation',
  'read_only_content',
  'protected_document',
  'merged_cells',
  'formula_error',
  'would_overflow',
  'unsupported',
  'no_effect',
] as const;
export type RejectionReason = (typeof REJECTIONS)[number];

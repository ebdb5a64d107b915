/** Shared texts of a workbook (ISO/IEC 29500-1 §18.4), as cells name them. */

/**
 * The number of a shared text, from a cell's value. Some programs write `t="s"` with an empty value for a cell without text, which is no zero.
 * @returns -1 for an empty value; NaN for one that is no number
 */
export const textNumber = (value: string): number => (value.trim() === '' ? -1 : Number(value));

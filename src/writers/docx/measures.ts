/** Lengths as WordprocessingML wants them: dxa (1/20 pt) for text, half-points for sizes, eighths of a point for borders, EMU for drawings. */

export const dxaOfPt = (pt: number): number => Math.round(pt * 20);
export const dxaOfCm = (cm: number): number => Math.round(cm * 567);
export const halfPoints = (pt: number): number => Math.round(pt * 2);
export const emuOfCm = (cm: number): number => Math.round(cm * 360_000);
export const emuOfDxa = (dxa: number): number => dxa * 635;
/** Line multiple of a font's own height, in 240ths (ECMA-376-1 §17.3.1.33, `lineRule="auto"`). */
export const lineOf = (multiple: number): number => Math.round(multiple * 240);

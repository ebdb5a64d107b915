/** Named styles of cells, and what they set of a format (ISO/IEC 29500-1 §18.8.7, §18.8.45). */
import { attributeOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** A line of `cellStyleXfs`, as it is or as it will be. */
interface StyleLine {
  of(attribute: string): string | undefined;
  alignment: XmlElement | undefined;
  isNormal: boolean;
}

/** A named style of the file, or one that is made. */
export interface KnownStyle {
  xfId: number;
  style: StyleLine;
}

/** The style of the file with this name, however its letters are. */
export function knownStyle(styles: readonly XmlElement[], lines: readonly XmlElement[], name: string): KnownStyle | undefined {
  const known = styles.find((one) => attributeOf(one, 'name')?.toLowerCase() === name.toLowerCase());
  if (known === undefined) return undefined;
  const xfId = Number(attributeOf(known, 'xfId') ?? 0);
  const xf = lines[xfId];
  const of = (local: string): string | undefined => xf && attributeOf(xf, local);
  return { xfId, style: { of, alignment: xf && firstElementOf(xf, 'alignment'), isNormal: attributeOf(known, 'builtinId') === '0' } };
}

/** A style of Excel says which parts of a format it leaves as they are (§18.8.45). */
export const APPLIES_NOTHING = Object.fromEntries(
  ['NumberFormat', 'Font', 'Fill', 'Border', 'Alignment', 'Protection'].map((name) => [`apply${name}`, '0']),
);
const isOff = (flag: string | undefined): boolean => flag === '0' || flag === 'false';
const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

/**
 * What a named style sets of a cell's format, as Excel takes it: "Good" says nothing of numbers and borders, "Comma" of nothing else. Some
 * programs write that a style leaves a fill or border that it has; it is set all the same.
 */
export function styledLine(xfId: number, { of, alignment, isNormal }: StyleLine): { set: Record<string, string>; alignment?: XmlElement } {
  const set: Record<string, string> = { xfId: String(xfId) };
  const aspects = [
    ['numFmtId', 'applyNumberFormat'],
    ['fontId', 'applyFont'],
    ['fillId', 'applyFill'],
    ['borderId', 'applyBorder'],
  ] as const;
  for (const [id, flag] of aspects) {
    const own = of(id) ?? '0';
    const applies = id === 'fontId' ? !isOff(of(flag)) : own !== '0' || isOn(of(flag)) || isNormal;
    if (applies) Object.assign(set, { [id]: own, [flag]: '1' });
  }
  return alignment === undefined || isOff(of('applyAlignment')) ? { set } : { set: { ...set, applyAlignment: '1' }, alignment };
}

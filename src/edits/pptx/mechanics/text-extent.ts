/** Where the text of a shape stands within its frame: the rest of a frame that shows nothing but its text is free. */
import { maxOf } from '../../../base/extremes.ts';
import { A } from '../../../ooxml/names.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { attributeOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { DeckObject } from './deck-objects.ts';
import type { Frame } from './frames.ts';
import { frameOf } from './layouts.ts';
import { isSeen, nearest, styledText, type StyledParagraph } from './text-style.ts';

const EMU_PER_PT = 12_700;
/** Sizes, indents and spaces of text that says nothing of them (ISO/IEC 29500-1 §21.1.2.3.9, §21.1.2.1.1). */
const USUAL = { size: 1_800, lIns: 91_440, rIns: 91_440, tIns: 45_720, bIns: 45_720 };
/** Widths of letters and heights of lines, of the size: rather too much than too little, as faces that stand in for others differ. */
const LETTER_SHARE = 0.56;
const LINE_SHARE = 1.3;

const number = (sources: readonly XmlElement[], name: string): number | undefined =>
  nearest(sources, (one) => {
    const value = attributeOf(one, name);
    return value === undefined || !/^-?\d+$/.test(value) ? undefined : Number(value);
  });

/** Percent as a share: 62500 or 62.5% (ISO/IEC 29500-1 §20.1.10.41). */
const shareOf = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value) / 100_000;

/** A space before, behind or between lines: in points, or a share of the size. */
function spaceOf(properties: readonly XmlElement[], name: string, sizePt: number): number | undefined {
  const found = nearest(properties, (one) => firstElementOf(one, name, A));
  const points = found && firstElementOf(found, 'spcPts', A);
  const percent = found && firstElementOf(found, 'spcPct', A);
  if (points !== undefined) return Number(attributeOf(points, 'val') ?? 0) / 100;
  const share = percent && shareOf(attributeOf(percent, 'val'));
  return share === undefined ? undefined : share * sizePt * LINE_SHARE;
}

/** Height of a paragraph in points. @param widthPt of the room for text; scale: of sizes, where the text is made to fit */
function heightOf({ properties, runs }: StyledParagraph, widthPt: number, scale: number): number {
  const sizePt = (maxOf(runs.map((run) => number(run.properties, 'sz') ?? USUAL.size)) / 100) * scale;
  const indentPt = (number(properties, 'marL') ?? 0) / EMU_PER_PT;
  const room = Math.max(sizePt, widthPt - indentPt);
  const lines = runs
    .map(({ text }) => text)
    .join('')
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * sizePt * LETTER_SHARE) / room)), 0);
  const line = Math.max(spaceOf(properties, 'lnSpc', sizePt) ?? 0, sizePt * LINE_SHARE);
  return lines * line + (spaceOf(properties, 'spcBef', sizePt) ?? 0) + (spaceOf(properties, 'spcAft', sizePt) ?? 0);
}

/** The part of the frame in which text stands; the whole of it where the shape is seen itself, turned, or set in columns. */
export function textFrame(file: DeckFile, object: DeckObject, frame: Frame): Frame {
  const text = object.element.local === 'sp' ? styledText(file, object) : undefined;
  const own = frameOf(object.element);
  if (text === undefined || isSeen(object.element, text.shapes)) return frame;
  const said = (name: string): string | undefined => nearest(text.bodies, (one) => attributeOf(one, name));
  if (Number((own && attributeOf(own, 'rot')) ?? 0) !== 0 || (said('vert') ?? 'horz') !== 'horz' || Number(said('numCol') ?? 1) > 1)
    return frame;
  const inset = (name: 'lIns' | 'rIns' | 'tIns' | 'bIns'): number => number(text.bodies, name) ?? USUAL[name];
  const fit = text.bodies[0] && firstElementOf(text.bodies[0], 'normAutofit', A);
  const scale = shareOf(fit && attributeOf(fit, 'fontScale')) ?? 1;
  const widthPt = said('wrap') === 'none' ? Infinity : (frame.cx - inset('lIns') - inset('rIns')) / EMU_PER_PT;
  const inner = text.paragraphs.reduce((sum, one) => sum + heightOf(one, widthPt, scale), 0) * EMU_PER_PT;
  const cy = Math.round(inner + inset('tIns') + inset('bIns'));
  if (!(cy < frame.cy)) return frame;
  const anchor = said('anchor') ?? 't';
  const rest = frame.cy - cy;
  return { ...frame, y: frame.y + (anchor === 'b' ? rest : anchor === 'ctr' ? Math.round(rest / 2) : 0), cy };
}

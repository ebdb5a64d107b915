/** What `set_format` takes, and its properties in WordprocessingML. Lengths: cm and pt; Word counts in twentieths of a point. */
import { z } from 'zod';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { textFits } from '../../text-fits.ts';
import { withAttributes, type PropertyChanges } from './change-properties.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';

const hex = z.string().regex(/^[0-9A-Fa-f]{6}$/, 'six hexadecimal digits, without #');
const cm = z.number().min(-10).max(40);
const HIGHLIGHTS = [
  'yellow',
  'green',
  'cyan',
  'magenta',
  'blue',
  'red',
  'darkBlue',
  'darkCyan',
  'darkGreen',
  'darkMagenta',
  'darkRed',
  'darkYellow',
  'darkGray',
  'lightGray',
  'black',
  'white',
] as const;

export const scriptField = z.enum(['super', 'sub']);
export const colorField = hex;
export const highlightField = z.enum(HIGHLIGHTS);
export const fontField = textFits(1, 100);
export const sizeField = z.number().min(1).max(400);

const textFields = {
  bold: z.boolean().nullable().optional(),
  italic: z.boolean().nullable().optional(),
  underline: z.boolean().nullable().optional(),
  strike: z.boolean().nullable().optional(),
  script: scriptField.nullable().optional(),
  color: colorField.nullable().optional(),
  highlight: highlightField.nullable().optional(),
  font: fontField.nullable().optional(),
  size_pt: sizeField.nullable().optional(),
};
const paragraphFields = {
  align: z.enum(['left', 'center', 'right', 'justify']).nullable().optional(),
  indent_cm: cm.nullable().optional().describe('From the left.'),
  first_line_cm: cm.nullable().optional().describe('Of the first line; less than 0 hangs.'),
  space_before_pt: z.number().min(0).max(400).nullable().optional(),
  space_after_pt: z.number().min(0).max(400).nullable().optional(),
  line_spacing: z.number().min(0.5).max(10).nullable().optional().describe('1 is single.'),
  keep_with_next: z.boolean().nullable().optional(),
  page_break_before: z.boolean().nullable().optional(),
};
/** null takes the setting away, so that the style's holds. */
export const formatFields = { ...textFields, ...paragraphFields, fill: hex.nullable().optional().describe('Background of cells.') };

const textSchema = z.object(textFields);
const paragraphSchema = z.object(paragraphFields);
type TextFormat = z.infer<typeof textSchema>;
type ParagraphFormat = z.infer<typeof paragraphSchema>;

const DXA_PER_CM = 1440 / 2.54;
const DXA_PER_PT = 20;
/** Single spacing, in 240ths of a line. */
const LINE = 240;

/** On, off, or taken away (null). Off is written out: the style may have it on. */
const toggle = (w: string, local: string, value: boolean | null): string =>
  value === null ? '' : value ? `<${w}${local}/>` : `<${w}${local} ${w}val="0"/>`;

export function textChanges({ w }: WordFile, properties: XmlElement | undefined, format: TextFormat): PropertyChanges {
  const changes = new Map<string, string>();
  const one = <T>(local: string, value: T | null | undefined, write: (value: T) => string): void => {
    if (value !== undefined) changes.set(local, value === null ? '' : write(value));
  };
  for (const [local, complex, value] of [
    ['b', 'bCs', format.bold],
    ['i', 'iCs', format.italic],
  ] as const) {
    if (value === undefined) continue;
    changes.set(local, toggle(w, local, value));
    if (properties !== undefined && childOf(properties, complex) !== undefined) changes.set(complex, toggle(w, complex, value));
  }
  if (format.strike !== undefined) changes.set('strike', toggle(w, 'strike', format.strike));
  one('u', format.underline, (on) => `<${w}u ${w}val="${on ? 'single' : 'none'}"/>`);
  one('vertAlign', format.script, (script) => `<${w}vertAlign ${w}val="${script}script"/>`);
  one('color', format.color, (color) => `<${w}color ${w}val="${color.toUpperCase()}"/>`);
  one('highlight', format.highlight, (color) => `<${w}highlight ${w}val="${color}"/>`);
  if (format.font !== undefined) {
    const { font } = format;
    const themes = { asciiTheme: null, hAnsiTheme: null, cstheme: null };
    changes.set(
      'rFonts',
      withAttributes(w, 'rFonts', properties && childOf(properties, 'rFonts'), { ascii: font, hAnsi: font, cs: font, ...themes }),
    );
  }
  for (const local of ['sz', 'szCs']) one(local, format.size_pt, (size) => `<${w}${local} ${w}val="${Math.round(size * 2)}"/>`);
  return changes;
}

export function paragraphChanges({ w }: WordFile, properties: XmlElement | undefined, format: ParagraphFormat): PropertyChanges {
  const changes = new Map<string, string>();
  const known = (local: string): XmlElement | undefined => (properties === undefined ? undefined : childOf(properties, local));
  if (format.keep_with_next !== undefined) changes.set('keepNext', toggle(w, 'keepNext', format.keep_with_next));
  if (format.page_break_before !== undefined) changes.set('pageBreakBefore', toggle(w, 'pageBreakBefore', format.page_break_before));
  if (format.align !== undefined)
    changes.set('jc', format.align === null ? '' : `<${w}jc ${w}val="${format.align === 'justify' ? 'both' : format.align}"/>`);
  const dxa = (value: number | null, unit: number): string | null => (value === null ? null : String(Math.round(value * unit)));
  const spacing: Record<string, string | null> = {};
  if (format.space_before_pt !== undefined)
    Object.assign(spacing, { before: dxa(format.space_before_pt, DXA_PER_PT), beforeLines: null, beforeAutospacing: null });
  if (format.space_after_pt !== undefined)
    Object.assign(spacing, { after: dxa(format.space_after_pt, DXA_PER_PT), afterLines: null, afterAutospacing: null });
  if (format.line_spacing !== undefined)
    Object.assign(spacing, { line: dxa(format.line_spacing, LINE), lineRule: format.line_spacing === null ? null : 'auto' });
  if (Object.keys(spacing).length > 0) changes.set('spacing', withAttributes(w, 'spacing', known('spacing'), spacing));
  const indent: Record<string, string | null> = {};
  if (format.indent_cm !== undefined)
    Object.assign(indent, { left: dxa(format.indent_cm, DXA_PER_CM), start: null, leftChars: null, startChars: null });
  if (format.first_line_cm !== undefined) {
    const first = format.first_line_cm;
    Object.assign(indent, {
      firstLine: first === null || first < 0 ? null : dxa(first, DXA_PER_CM),
      hanging: first === null || first >= 0 ? null : dxa(-first, DXA_PER_CM),
      firstLineChars: null,
      hangingChars: null,
    });
  }
  if (Object.keys(indent).length > 0) changes.set('ind', withAttributes(w, 'ind', known('ind'), indent));
  return changes;
}

export const cellChanges = ({ w }: WordFile, fill: string | null | undefined): PropertyChanges =>
  new Map(
    fill === undefined
      ? []
      : [['shd', fill === null ? '' : `<${w}shd ${w}val="clear" ${w}color="auto" ${w}fill="${fill.toUpperCase()}"/>`]],
  );

import { maxOf } from '../../../base/extremes.ts';
import { z } from 'zod';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { officeColor, inkSlotOn, paintXml, solidFill } from '../../office/theme-colors.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import {
  addToSlide,
  choosePlace,
  cmOf,
  emuOf,
  frameXml,
  headXml,
  namesOf,
  numberFor,
  placeFields,
  type Placing,
  sayPlace,
} from '../mechanics/new-object.ts';
import type { Frame } from '../mechanics/frames.ts';
import { languageOf } from '../mechanics/new-slide.ts';
import { faceXml, inkXml, lookOf } from '../mechanics/slide-look.ts';

/** Names of preset geometries (ISO/IEC 29500-1 §20.1.10.56). */
const GEOMETRIES = {
  text_box: 'rect',
  rectangle: 'rect',
  rounded_rectangle: 'roundRect',
  ellipse: 'ellipse',
  triangle: 'triangle',
  diamond: 'diamond',
  chevron: 'chevron',
  right_arrow: 'rightArrow',
  line: 'line',
} as const;

const schema = z.strictObject({
  op: z.literal('add_shape'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  kind: z.enum(Object.keys(GEOMETRIES) as [keyof typeof GEOMETRIES, ...(keyof typeof GEOMETRIES)[]]),
  ...placeFields,
  height_cm: placeFields.height_cm.describe('Of a line: how far it falls, 0 where absent.'),
  text: textFits(0, 50_000).optional().describe('\\n begins a new paragraph.'),
  fill: z
    .union([officeColor, z.literal('none')])
    .optional()
    .describe('RRGGBB or a colour of the theme such as accent2; absent: none for text boxes, else the first accent.'),
  line: z
    .union([officeColor, z.literal('none')])
    .optional()
    .describe('Colour of its outline; absent: none, of a line the first accent.'),
  color: officeColor.optional().describe('Of the text.'),
  size_pt: z.number().min(1).max(400).optional(),
  bold: z.boolean().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  alt: textFits(1, 2_000).optional().describe('What it shows, for those who do not see it.'),
});
type Fields = z.infer<typeof schema>;

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r' } as const;
const ACCENT = solidFill('accent1');

function textXml({ text = '', size_pt: size, bold, color, align, kind }: Fields, { lang, ink, face }: Drawing): string {
  const own = (color === undefined ? ink : solidFill(color)) + face;
  const attributes = ` lang="${escapeAttribute(lang)}"${size === undefined ? '' : ` sz="${Math.round(size * 100)}"`}${bold === true ? ' b="1"' : ''}`;
  const aligned = align ?? (kind === 'text_box' ? undefined : 'center');
  const properties = aligned === undefined ? '' : `<a:pPr algn="${ALIGNMENTS[aligned]}"/>`;
  const paragraphs = text
    .split('\n')
    .map((line) =>
      line === ''
        ? `<a:p>${properties}<a:endParaRPr${attributes}/></a:p>`
        : `<a:p>${properties}<a:r><a:rPr${attributes}>${own}</a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
    );
  const body = kind === 'text_box' ? '<a:bodyPr wrap="square" rtlCol="0"/>' : '<a:bodyPr rtlCol="0" anchor="ctr"/>';
  return `<p:txBody>${body}<a:lstStyle/>${paragraphs.join('')}</p:txBody>`;
}

interface Drawing {
  id: number;
  names: string;
  frame: Frame;
  lang: string;
  /** Fill and face of its text, as XML; '' where the usual ones do. */
  ink: string;
  face: string;
}

function shapeXml(fields: Fields, drawing: Drawing): string {
  const { id, names, frame } = drawing;
  const { kind, alt } = fields;
  const geometry = `<a:prstGeom prst="${GEOMETRIES[kind]}"><a:avLst/></a:prstGeom>`;
  const head = headXml(id, `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`, alt);
  const line = fields.line === undefined ? undefined : paintXml(fields.line);
  if (kind === 'line')
    return `<p:cxnSp ${names}><p:nvCxnSpPr>${head}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${frameXml(frame)}${geometry}<a:ln w="19050">${line ?? ACCENT}</a:ln></p:spPr></p:cxnSp>`;
  const isBox = kind === 'text_box';
  const fill = fields.fill === undefined ? (isBox ? '<a:noFill/>' : ACCENT) : paintXml(fields.fill);
  return `<p:sp ${names}><p:nvSpPr>${head}<p:cNvSpPr${isBox ? ' txBox="1"' : ''}/><p:nvPr/></p:nvSpPr><p:spPr>${frameXml(frame)}${geometry}${fill}<a:ln>${line ?? '<a:noFill/>'}</a:ln></p:spPr>${textXml(fields, drawing)}</p:sp>`;
}

/** Points of a letter's width and of a line's height, of its size: what a text needs is guessed before it is drawn. */
const LETTER_SHARE = 0.5;
const LINE_SHARE = 1.25;
const EMU_PER_PT = 12_700;
const USUAL_PT = 18;
/** Inner margins of shapes, both sides (ISO/IEC 29500-1 §21.1.2.1.1). */
const INSETS = { cx: 182_880, cy: 91_440 };
const MOST_WIDE = emuOf(16);
const USUAL = { cx: emuOf(5), cy: emuOf(2.5) };

/** The size that a text takes, and the usual one of a shape. */
function sizeFor({ kind, text = '', size_pt: size = USUAL_PT, width_cm: width }: Fields): { cx: number; cy: number } {
  if (kind === 'line') return { cx: USUAL.cx, cy: 0 };
  const letter = size * LETTER_SHARE * EMU_PER_PT;
  const lines = text.split('\n');
  const longest = maxOf(lines.map((line) => line.length)) * letter + INSETS.cx + letter;
  const cx = width === undefined ? Math.round(Math.max(emuOf(2), Math.min(MOST_WIDE, longest))) : emuOf(width);
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letter) / Math.max(letter, cx - INSETS.cx))), 0);
  const cy = Math.round(count * size * LINE_SHARE * EMU_PER_PT) + INSETS.cy;
  return kind === 'text_box' ? { cx, cy } : { cx: width === undefined ? Math.max(cx, USUAL.cx) : cx, cy: Math.max(cy, USUAL.cy) };
}

/** Narrower texts run over more lines, where there is no room for one as wide as it wants to be. */
const NARROWER = [1, 0.75, 0.5, 0.35];

function placeFor(file: DeckFile, slide: DeckSlide, fields: Fields): Placing | Rejected {
  const widest = sizeFor(fields);
  const isFixed = fields.width_cm !== undefined || fields.left_cm !== undefined || fields.kind !== 'text_box';
  let first: Rejected | undefined;
  for (const share of isFixed ? [1] : NARROWER) {
    const size = share === 1 ? widest : sizeFor({ ...fields, width_cm: cmOf(widest.cx * share) });
    const placed = choosePlace(file, slide, fields, { least: size, most: size }, []);
    if (!isRejected(placed)) return placed;
    first ??= placed;
  }
  return first ?? reject('would_overflow', `${slide.address} has no free place.`);
}

export const addShape = defineEdit<DeckFile, Fields>({
  op: 'add_shape',
  format: 'pptx',
  summary: 'Puts a text box, a shape with text or a line on a slide, above what is there',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free',
    unsupported: 'a text is given for a line',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    if (fields.kind === 'line' && (fields.text ?? '') !== '') return reject('unsupported', 'A line has no text: put a text box beside it.');
    const placed = placeFor(file, slide, fields);
    if (isRejected(placed)) return placed;
    const look = lookOf(file, slide, placed.frame);
    const fill = fields.fill ?? (fields.kind === 'text_box' ? 'none' : 'accent1');
    const xml = shapeXml(fields, {
      id: numberFor(slide, undefined),
      names: namesOf(file),
      frame: placed.frame,
      lang: languageOf(slide),
      ink: fill === 'none' ? inkXml(look) : `<a:solidFill><a:schemeClr val="${inkSlotOn(look.colors, fill)}"/></a:solidFill>`,
      face: faceXml(look),
    });
    const added = addToSlide(slide, fields.kind === 'line' ? 'drawing' : 'shape', xml);
    if (isRejected(added)) return added;
    return { ...added, ...sayPlace(file, slide, placed), after: fields.text ?? fields.kind };
  },
  examples: [
    {
      name: 'what is there stays',
      operation: { op: 'add_shape', target: 's1', kind: 'text_box', left_cm: 2, top_cm: 3, width_cm: 8, height_cm: 2, text: 'Draft' },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'a line with text',
      operation: { op: 'add_shape', target: 's1', kind: 'line', left_cm: 2, top_cm: 3, width_cm: 8, height_cm: 2, text: 'Draft' },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

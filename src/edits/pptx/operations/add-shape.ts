import { A, P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { appendContent, insertBefore } from '../../../ooxml/edit-xml.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { languageOf, spelledIn } from '../mechanics/new-slide.ts';

const EMU_PER_CM = 360_000;
const color = z.string().regex(/^#?[0-9A-Fa-f]{6}$/, 'six hexadecimal digits');
const length = z.number().min(0.1).max(200);

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
  left_cm: z.number().min(-100).max(200),
  top_cm: z.number().min(-100).max(200),
  width_cm: length,
  height_cm: length.describe('Of a line: how far it falls.'),
  text: textFits(0, 50_000).optional().describe('\\n begins a new paragraph.'),
  fill: z
    .union([color, z.literal('none')])
    .optional()
    .describe('RRGGBB; absent: none for text boxes, else the first accent of the theme.'),
  line: z
    .union([color, z.literal('none')])
    .optional()
    .describe('Colour of its outline; absent: none, of a line the first accent.'),
  color: color.optional().describe('Of the text.'),
  size_pt: z.number().min(1).max(400).optional(),
  bold: z.boolean().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  alt: textFits(1, 2_000).optional().describe('What it shows, for those who do not see it.'),
});
type Fields = z.infer<typeof schema>;

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r' } as const;
const emu = (cm: number): number => Math.round(cm * EMU_PER_CM);
const ACCENT = '<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>';
const solid = (rgb: string): string => `<a:solidFill><a:srgbClr val="${rgb.replace('#', '').toUpperCase()}"/></a:solidFill>`;
const paint = (wanted: string | undefined, otherwise: string): string =>
  wanted === undefined ? otherwise : wanted === 'none' ? '<a:noFill/>' : solid(wanted);

function textXml({ text = '', size_pt: size, bold, color: ink, align, kind }: Fields, lang: string): string {
  // on a filled shape the text is light, as Office writes it
  const own = ink === undefined ? (kind === 'text_box' ? '' : '<a:solidFill><a:schemeClr val="lt1"/></a:solidFill>') : solid(ink);
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

function shapeXml(fields: Fields, id: number, names: string, lang: string): string {
  const { kind, alt } = fields;
  const place = `<a:xfrm><a:off x="${emu(fields.left_cm)}" y="${emu(fields.top_cm)}"/><a:ext cx="${emu(fields.width_cm)}" cy="${emu(fields.height_cm)}"/></a:xfrm>`;
  const geometry = `<a:prstGeom prst="${GEOMETRIES[kind]}"><a:avLst/></a:prstGeom>`;
  const words = `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')} ${id}`;
  const head = `<p:cNvPr id="${id}" name="${words}"${alt === undefined ? '' : ` descr="${escapeAttribute(alt)}"`}/>`;
  if (kind === 'line')
    return `<p:cxnSp ${names}><p:nvCxnSpPr>${head}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${place}${geometry}<a:ln w="19050">${paint(fields.line, ACCENT)}</a:ln></p:spPr></p:cxnSp>`;
  const isBox = kind === 'text_box';
  const look = `${paint(fields.fill, isBox ? '<a:noFill/>' : ACCENT)}<a:ln>${paint(fields.line, '<a:noFill/>')}</a:ln>`;
  return `<p:sp ${names}><p:nvSpPr>${head}<p:cNvSpPr${isBox ? ' txBox="1"' : ''}/><p:nvPr/></p:nvSpPr><p:spPr>${place}${geometry}${look}</p:spPr>${textXml(fields, lang)}</p:sp>`;
}

const freeId = (root: XmlElement): number =>
  [...walkElements(root)].reduce((most, one) => (one.local === 'cNvPr' ? Math.max(most, Number(attributeOf(one, 'id') ?? 0)) : most), 1) +
  1;

export const addShape = defineEdit<DeckFile, Fields>({
  op: 'add_shape',
  format: 'pptx',
  summary: 'Puts a text box, a shape with text or a line on a slide, above what is there',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide', unsupported: 'a text is given for a line' },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    if (fields.kind === 'line' && (fields.text ?? '') !== '') return reject('unsupported', 'A line has no text: put a text box beside it.');
    const { part } = found.slide;
    const tree = [...walkElements(part.root)].find(({ local, uri }) => local === 'spTree' && uri === P);
    if (tree === undefined) return reject('unsupported', `${fields.target} has no place for shapes.`);
    const names = `xmlns:p="${spelledIn(file.main, P)}" xmlns:a="${spelledIn(file.main, A)}"`;
    const xml = shapeXml(fields, freeId(part.root), names, languageOf(found.slide));
    const behind = firstElementOf(tree, 'extLst', P);
    return {
      parts: [{ part: part.name, edits: [behind === undefined ? appendContent(part, tree, xml) : insertBefore(behind, xml)] }],
      after: fields.text ?? fields.kind,
    };
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

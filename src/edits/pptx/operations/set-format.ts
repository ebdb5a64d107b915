import { A } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile, DeckParagraph } from '../../../ooxml/deck-file.ts';
import { appendContent, insertAfter, insertBefore, prependContent, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { append } from '../../../base/append.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { changeParagraph, changeRuns, type ParagraphChange, type RunChange } from '../mechanics/change-runs.ts';
import { chooseWords, paragraphsAt, saidIn, wordsFields } from '../mechanics/choose-words.ts';
import { officeColor, paintXml, solidFill } from '../../office/theme-colors.ts';
import { spelledIn } from '../mechanics/new-slide.ts';

const points = z.number().min(0).max(1_584);
const schema = z
  .strictObject({
    op: z.literal('set_format'),
    target: z
      .string()
      .min(1)
      .max(200)
      .describe('Address of a shape (s2.sh3), a paragraph (s2.sh3.p1), a cell, row or table (s2.t1.r1.c2, s2.t1.r1, s2.t1), or notes.'),
    ...wordsFields,
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    underline: z.boolean().optional(),
    strike: z.boolean().optional(),
    script: z.enum(['super', 'sub', 'none']).optional(),
    color: officeColor.optional().describe('RRGGBB, or a colour of the theme such as accent2.'),
    font: textFits(1, 100).optional().describe('Name of a font; heading and body are those of the theme.'),
    size_pt: z.number().min(1).max(400).optional(),
    align: z.enum(['left', 'center', 'right', 'justify']).optional().describe('Of whole paragraphs.'),
    line_spacing: z.number().min(0.5).max(5).optional().describe('1 is single.'),
    space_before_pt: points.optional(),
    space_after_pt: points.optional(),
    fill: z
      .union([officeColor, z.literal('none')])
      .optional()
      .describe('Background of cells; that of a shape is set by set_shape.'),
  })
  .refine(
    (fields) => Object.keys(fields).some((key) => !['op', 'target', 'find', 'all'].includes(key)),
    'Give at least one format, such as bold or color.',
  );
type Fields = z.infer<typeof schema>;

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r', justify: 'just' } as const;
const SCRIPTS = { super: '30000', sub: '-25000', none: '0' } as const;
const FONTS: Readonly<Record<string, string>> = { heading: '+mj-', body: '+mn-' };
const FILLS = ['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill'];

function runChange(fields: Fields): RunChange | null {
  const { bold, italic, underline, strike, script, color, font, size_pt: size } = fields;
  const attributes: Record<string, string> = {
    ...(size === undefined ? {} : { sz: String(Math.round(size * 100)) }),
    ...(bold === undefined ? {} : { b: bold ? '1' : '0' }),
    ...(italic === undefined ? {} : { i: italic ? '1' : '0' }),
    ...(underline === undefined ? {} : { u: underline ? 'sng' : 'none' }),
    ...(strike === undefined ? {} : { strike: strike ? 'sngStrike' : 'noStrike' }),
    ...(script === undefined ? {} : { baseline: SCRIPTS[script] }),
  };
  const slot = font === undefined ? undefined : FONTS[font.toLowerCase()];
  const face = (kind: string): string =>
    `<a:${kind} typeface="${escapeAttribute(slot === undefined ? (font ?? '') : slot + { latin: 'lt', ea: 'ea', cs: 'cs' }[kind])}"/>`;
  const children: Record<string, string> = {
    ...(color === undefined ? {} : { solidFill: solidFill(color) }),
    ...(font === undefined ? {} : { latin: face('latin'), ...(slot === undefined ? {} : { ea: face('ea') }), cs: face('cs') }),
  };
  return Object.keys(attributes).length + Object.keys(children).length === 0 ? null : { attributes, children };
}

function paragraphChange({ align, line_spacing: line, space_before_pt: before, space_after_pt: after }: Fields): ParagraphChange {
  const space = (local: string, pt: number | undefined): Record<string, string> =>
    pt === undefined ? {} : { [local]: `<a:${local}><a:spcPts val="${Math.round(pt * 100)}"/></a:${local}>` };
  return {
    attributes: align === undefined ? {} : { algn: ALIGNMENTS[align] },
    children: {
      ...(line === undefined ? {} : { lnSpc: `<a:lnSpc><a:spcPct val="${Math.round(line * 100_000)}"/></a:lnSpc>` }),
      ...space('spcBef', before),
      ...space('spcAft', after),
    },
  };
}

/** Cells of tables that the paragraphs are in, each once. */
function cellsOf(paragraphs: readonly DeckParagraph[]): { part: DeckParagraph['part']; cell: XmlElement }[] {
  const cells = new Map<XmlElement, DeckParagraph['part']>();
  for (const { element, part } of paragraphs) {
    const cell = element.parent?.parent;
    if (cell?.local === 'tc' && cell.uri === A) cells.set(cell, part);
  }
  return [...cells].map(([cell, part]) => ({ cell, part }));
}

/** Lines come before the fill, what is in three dimensions and extensions behind it (§21.1.3.17). */
function cellFill(part: DeckParagraph['part'], cell: XmlElement, fill: NonNullable<Fields['fill']>, uri: string): XmlEdit {
  const declared = ` xmlns:a="${uri}"`;
  const held = firstElementOf(cell, 'tcPr', A);
  if (held === undefined) return appendContent(part, cell, `<a:tcPr${declared}>${paintXml(fill)}</a:tcPr>`);
  const xml = paintXml(fill, declared);
  const known = elementsOf(held).find(({ local }) => FILLS.includes(local));
  if (known !== undefined) return replaceNode(known, xml);
  const line = elementsOf(held).findLast(({ local }) => local.startsWith('ln'));
  const [first] = elementsOf(held);
  return line !== undefined ? insertAfter(line, xml) : first === undefined ? prependContent(part, held, xml) : insertBefore(first, xml);
}

export const setDeckFormat = defineEdit<DeckFile, Fields>({
  op: 'set_format',
  format: 'pptx',
  summary: 'Sets type, colour, alignment and spacing of text on slides, of words in it, and the background of cells',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such text',
    ambiguous_target: 'the words are in several places and `all` is not set',
    unsupported: 'a background is asked of what is no cell',
  },
  schema,
  plan(file, fields) {
    const paragraphs = paragraphsAt(file, fields.target);
    if (isRejected(paragraphs)) return paragraphs;
    const chosen = chooseWords(paragraphs, fields);
    if (isRejected(chosen)) return chosen;
    const change = runChange(fields);
    const whole = chosen.map(({ paragraph }) => paragraph);
    const cells = fields.fill === undefined ? [] : cellsOf(whole);
    if (fields.fill !== undefined && cells.length === 0)
      return reject('unsupported', `${fields.target} is no cell of a table; set_shape gives a shape its fill.`);
    const edits: XmlEdit[] = [];
    for (const { paragraph, stretches, isWhole } of change === null ? [] : chosen)
      append(edits, changeRuns(paragraph, stretches, change ?? {}, isWhole));
    for (const paragraph of whole) append(edits, changeParagraph(paragraph, paragraphChange(fields)));
    for (const { cell, part } of cells) edits.push(cellFill(part, cell, fields.fill ?? 'none', spelledIn(file.main, A)));
    const [first] = whole;
    if (first === undefined || edits.length === 0) return reject('target_not_found', `There are no words at ${fields.target} to format.`);
    return {
      parts: [{ part: first.part.name, edits }],
      before: saidIn(chosen),
      after: Object.entries(fields)
        .filter(([key]) => !['op', 'target', 'find', 'all'].includes(key))
        .map(([key, value]) => `${key} ${String(value)}`)
        .join(', '),
    };
  },
  examples: [
    {
      name: 'words in a run',
      operation: { op: 'set_format', target: 's1.sh1', find: '2026', bold: true, color: 'accent1' },
      given: '<a:p><a:r><a:rPr sz="2000"/><a:t>Plan for 2026</a:t></a:r></a:p>',
      expected:
        '<a:p><a:r><a:rPr sz="2000"/><a:t>Plan for </a:t></a:r><a:r><a:rPr sz="2000" b="1"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:rPr><a:t>2026</a:t></a:r></a:p>',
    },
    {
      name: 'a whole paragraph',
      operation: { op: 'set_format', target: 's1.sh1.p1', align: 'center', size_pt: 24 },
      given: '<a:p><a:r><a:t>Plan</a:t></a:r><a:endParaRPr lang="en"/></a:p>',
      expected: '<a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="2400"/><a:t>Plan</a:t></a:r><a:endParaRPr lang="en" sz="2400"/></a:p>',
    },
    {
      name: 'a background of what is no cell',
      operation: { op: 'set_format', target: 's1.sh1', fill: 'accent1' },
      given: '<a:p><a:r><a:t>Plan</a:t></a:r></a:p>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

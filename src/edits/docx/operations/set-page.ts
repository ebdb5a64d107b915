import { openRevision } from '../mechanics/change-text.ts';
import { z } from 'zod';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { changeProperties, ofAnother, otherAuthor, setOfNewSection, withAttributes } from '../mechanics/change-properties.ts';
import { sayCount, sectionsOf } from '../mechanics/page-room.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const cm = z.number().min(0).max(20);
const SIZES = {
  A3: [16_838, 23_811],
  A4: [11_906, 16_838],
  A5: [8_391, 11_906],
  letter: [12_240, 15_840],
  legal: [12_240, 20_160],
} as const;

const schema = z.strictObject({
  op: z.literal('set_page'),
  section: z.number().int().min(1).max(1_000).optional().describe('From the first, 1; absent: all.'),
  size: z.enum(['A3', 'A4', 'A5', 'letter', 'legal']).optional(),
  orientation: z.enum(['portrait', 'landscape']).optional(),
  margins_cm: z
    .union([cm, z.strictObject({ top: cm.optional(), right: cm.optional(), bottom: cm.optional(), left: cm.optional() })])
    .optional()
    .describe('One for all sides, or each.'),
  columns: z.number().int().min(1).max(12).optional().describe('Of text, of the same width.'),
  column_gap_cm: z.number().min(0).max(10).optional().describe('Between the columns; 1.25 where absent.'),
  column_line: z.boolean().optional().describe('A line between them.'),
});
export type PageFields = Omit<z.infer<typeof schema>, 'op'>;

const DXA_PER_CM = 1440 / 2.54;
/** Word's own, where a section does not say: Letter, an inch around. */
const USUAL_SIZE: readonly [number, number] = SIZES.letter;
const USUAL_MARGINS = { top: 1440, right: 1440, bottom: 1440, left: 1440, header: 720, footer: 720, gutter: 0 };
const TEXT_MIN_DXA = 720;
const COLUMN_MIN_DXA = 360;
/** Word's own. */
const USUAL_GAP_DXA = 708;

/** Columns of the same width: what the file says of single ones goes. */
function columnsXml(w: string, section: XmlElement | undefined, fields: PageFields): string {
  const known = section && childOf(section, 'cols');
  const { columns, column_gap_cm: gap, column_line: line } = fields;
  const count = columns ?? Number(valueOf(known, 'num') ?? 1);
  return withAttributes(w, 'cols', known, {
    num: count === 1 ? null : String(count),
    equalWidth: null,
    ...(gap === undefined ? { space: valueOf(known, 'space') ?? String(USUAL_GAP_DXA) } : { space: String(Math.round(gap * DXA_PER_CM)) }),
    ...(line === undefined ? {} : { sep: line ? '1' : null }),
  });
}

const setsColumns = ({ columns, column_gap_cm: gap, column_line: line }: PageFields): boolean =>
  columns !== undefined || gap !== undefined || line !== undefined;

function sizeOf(section: XmlElement | undefined, { size, orientation }: PageFields): { w: number; h: number; orient: 'landscape' | null } {
  const known = section && childOf(section, 'pgSz');
  const written = [Number.parseFloat(valueOf(known, 'w') ?? ''), Number.parseFloat(valueOf(known, 'h') ?? '')];
  const [width = 0, height = 0] = size !== undefined ? SIZES[size] : written.every((one) => one > 0) ? written : USUAL_SIZE;
  const was = valueOf(known, 'orient') === 'landscape' || (written[0] ?? 0) > (written[1] ?? 0);
  const landscape = orientation === undefined ? was : orientation === 'landscape';
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return landscape ? { w: long, h: short, orient: 'landscape' } : { w: short, h: long, orient: null };
}

function marginsOf(section: XmlElement | undefined, given: PageFields['margins_cm']): Record<string, string> {
  const known = section && childOf(section, 'pgMar');
  const sides = typeof given === 'number' ? { top: given, right: given, bottom: given, left: given } : (given ?? {});
  const written = Object.fromEntries(Object.entries(USUAL_MARGINS).map(([side, usual]) => [side, valueOf(known, side) ?? String(usual)]));
  return {
    ...written,
    ...Object.fromEntries(
      Object.entries(sides).flatMap(([side, value]) => (value === undefined ? [] : [[side, String(Math.round(value * DXA_PER_CM))]])),
    ),
  };
}

/** The section with another page; a file without one gets it. */
function changeSection(file: WordFile, section: XmlElement | undefined, fields: PageFields, context: EditContext): XmlEdit[] | Rejected {
  const { w, main } = file;
  const { w: width, h: height, orient } = sizeOf(section, fields);
  const margins = marginsOf(section, fields.margins_cm);
  const room = (a: string, b: string, whole: number): number => whole - Math.abs(Number(margins[a])) - Math.abs(Number(margins[b]));
  if (room('left', 'right', width) < TEXT_MIN_DXA || room('top', 'bottom', height) < TEXT_MIN_DXA)
    return reject('would_overflow', 'Margins of that size leave no room for text on such a page.');
  const changes = new Map<string, string>();
  const size = { w: String(width), h: String(height), orient, ...(fields.size === undefined ? {} : { code: null }) };
  if (fields.size !== undefined || fields.orientation !== undefined)
    changes.set('pgSz', withAttributes(w, 'pgSz', section && childOf(section, 'pgSz'), size));
  if (fields.margins_cm !== undefined) changes.set('pgMar', withAttributes(w, 'pgMar', section && childOf(section, 'pgMar'), margins));
  if (setsColumns(fields)) {
    changes.set('cols', columnsXml(w, section, fields));
    const gap = fields.column_gap_cm === undefined ? USUAL_GAP_DXA : fields.column_gap_cm * DXA_PER_CM;
    const count = fields.columns ?? 1;
    if ((room('left', 'right', width) - gap * (count - 1)) / count < COLUMN_MIN_DXA)
      return reject('would_overflow', `${count} columns with such gaps leave no room for text on such a page.`);
  }
  if (section !== undefined) return changeProperties({ file, part: main, owner: section, list: 'sectPr', context }, changes);
  const history = context.mode === 'direct' ? '' : `${openRevision(file, 'sectPrChange', context)}><${w}sectPr/></${w}sectPrChange>`;
  if (history !== '') changes.set('sectPrChange', history);
  return Array.from(changes, ([local, xml]) => setOfNewSection(file, xml, { local }));
}

/** @returns [] where all pages are so already */
export function changePages(file: WordFile, fields: PageFields, context: EditContext): XmlEdit[] | Rejected {
  const sections: (XmlElement | undefined)[] = sectionsOf(file);
  if (sections.length === 0) sections.push(undefined);
  const { section } = fields;
  if (section !== undefined && section > sections.length) return reject('target_not_found', sayCount(sections.length));
  const edits: XmlEdit[] = [];
  for (const [at, one] of sections.entries()) {
    if (section !== undefined && at !== section - 1) continue;
    const other = one === undefined ? null : otherAuthor(one, 'sectPr', context);
    if (other !== null) return ofAnother(`Section ${at + 1}`, other);
    const made = changeSection(file, one, fields, context);
    if (!Array.isArray(made)) return made;
    edits.push(...made);
  }
  return edits;
}

const told = ({ size, orientation, margins_cm: margins, columns }: PageFields): string =>
  [
    size,
    orientation,
    columns === undefined ? undefined : `${columns} columns`,
    margins === undefined ? undefined : `margins ${typeof margins === 'number' ? `${margins} cm` : JSON.stringify(margins)}`,
  ]
    .filter((one) => one !== undefined)
    .join(', ');

export const setPage = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'set_page',
  format: 'docx',
  summary: 'Sets size, orientation, margins and columns of the pages of a section, or of all',
  tracked: true,
  refuses: {
    target_not_found: 'there is no such section',
    would_overflow: 'margins or columns leave no room for text',
    no_effect: 'the pages are so already',
    unsupported: 'tracked, somebody else has a change of the section that is not settled',
  },
  schema,
  plan(file, fields, context) {
    const edits = changePages(file, fields, context);
    if (!Array.isArray(edits)) return edits;
    if (edits.length === 0) return reject('no_effect', 'The pages are so already.');
    return { parts: [{ part: file.main.name, edits }], before: '', after: told(fields) };
  },
  examples: [
    {
      name: 'landscape',
      operation: { op: 'set_page', orientation: 'landscape' },
      given: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:cols w:space="708"/></w:sectPr>',
      expected: '<w:p/><w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:cols w:space="708"/></w:sectPr>',
    },
    {
      name: 'margins of a file without sections',
      operation: { op: 'set_page', margins_cm: 2.54 },
      given: '<w:p/>',
      expected:
        '<w:p/><w:sectPr><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>',
    },
    {
      name: 'tracked',
      operation: { op: 'set_page', size: 'A5' },
      mode: 'tracked',
      given: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
      expected:
        '<w:p/><w:sectPr><w:pgSz w:w="8391" w:h="11906"/><w:sectPrChange w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:sectPrChange></w:sectPr>',
    },
    {
      name: 'two columns',
      operation: { op: 'set_page', columns: 2, column_line: true },
      given: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:cols w:space="708"/></w:sectPr>',
      expected: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:cols w:num="2" w:space="708" w:sep="1"/></w:sectPr>',
    },
    {
      name: 'no such section',
      operation: { op: 'set_page', section: 2, size: 'A4' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
    { name: 'no room left', operation: { op: 'set_page', margins_cm: 15 }, given: '<w:p/>', expected: { rejected: 'would_overflow' } },
  ],
});

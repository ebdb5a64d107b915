import { maxOf } from '../../../base/extremes.ts';
import { A } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
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
  ownerXml,
  placeFields,
  sayPlace,
} from '../mechanics/new-object.ts';
import { languageOf, spelledIn } from '../mechanics/new-slide.ts';
import { sampleDeckTable } from '../mechanics/sample-table.ts';
import { lookOf } from '../mechanics/slide-look.ts';
import { measureTable, tableStyleOf, tableXml } from '../mechanics/new-table.ts';

const ROWS_MAX = 75;
const COLUMNS_MAX = 30;

const schema = z.strictObject({
  op: z.literal('insert_table'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  rows: z
    .array(z.array(textFits(0, 5_000)).min(1).max(COLUMNS_MAX))
    .min(1)
    .max(ROWS_MAX)
    .describe('A text for each cell, row by row; rows that are shorter are filled with empty cells.'),
  header: z.boolean().optional().describe('Whether the first row names the columns; true where absent.'),
  alt: textFits(1, 2_000).optional().describe('What it shows, for those who do not see it.'),
  ...placeFields,
});

const LEAST_COLUMN = emuOf(1.6);
const LEAST_ROW = emuOf(0.7);

export const insertDeckTable = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'insert_table',
  format: 'pptx',
  summary: "Puts a table on a slide, in the style of the presentation's tables; columns of figures stand at the right",
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free, or the texts do not fit at 10 points',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const { rows } = fields;
    const count = maxOf(rows.map(({ length }) => length));
    const least = { cx: count * LEAST_COLUMN, cy: rows.length * LEAST_ROW };
    const placed = choosePlace(file, slide, fields, { least }, ['tbl', 'obj']);
    if (isRejected(placed)) return placed;
    const { frame, filled } = placed;
    const sample = sampleDeckTable(file, slide);
    const measures = measureTable(rows, frame, sample);
    if (measures === undefined)
      return reject(
        'would_overflow',
        `The texts do not fit at 10 points into ${cmOf(frame.cx)} by ${cmOf(frame.cy)} cm; give fewer rows, or divide them between slides.`,
      );
    const table = tableXml(rows, measures, {
      style: tableStyleOf(file),
      header: fields.header ?? true,
      lang: languageOf(slide),
      look: lookOf(file, slide, frame),
      sample,
    });
    const cy = measures.rows.reduce((sum, height) => sum + height, 0);
    const cx = measures.columns.reduce((sum, width) => sum + width, 0);
    const xml =
      `<p:graphicFrame ${namesOf(file)}><p:nvGraphicFramePr>${headXml(numberFor(slide, filled), 'Table', fields.alt)}<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>${ownerXml(filled)}</p:nvGraphicFramePr>` +
      `${frameXml({ ...frame, cx, cy }, 'p')}<a:graphic><a:graphicData uri="${spelledIn(file.main, A).replace(/main$/, 'table')}">${table}</a:graphicData></a:graphic></p:graphicFrame>`;
    const added = addToSlide(slide, 'table', xml, filled);
    return isRejected(added)
      ? added
      : {
          ...added,
          ...sayPlace(file, slide, { ...placed, frame: { ...frame, cx, cy } }),
          after: rows.map((row) => row.join(' | ')).join('\n'),
        };
  },
  examples: [
    {
      name: 'where there is room',
      operation: {
        op: 'insert_table',
        target: 's1',
        rows: [
          ['Region', 'Sales'],
          ['North', '12'],
        ],
      },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'no such slide',
      operation: { op: 'insert_table', target: 's9', rows: [['a']] },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

import { languageOrEnglish } from '../../../base/known-language.ts';
import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { firstElementOf } from '../../../ooxml/xml-tree.ts';
import { chartHeight } from '../../../writers/chart-svg.ts';
import { defineEdit, isRejected } from '../../define-edit.ts';
import { addChartParts, chartField, planNewChart } from '../../office/chart-field.ts';
import { textFits } from '../../text-fits.ts';
import { findTarget } from '../mechanics/find-target.ts';
import { styleNamed } from '../mechanics/need-style.ts';
import { chartRun, keepPromise, placeDrawing } from '../mechanics/new-drawing.ts';
import { promiseRelationship } from '../mechanics/promise-relationship.ts';
import { roomAt } from '../mechanics/page-room.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('insert_chart'),
  target: z.string().min(1).max(200).describe('Address of the paragraph or table beside which it comes.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  chart: chartField.describe('`title` becomes the caption.'),
  alt: textFits(0, 2_000).optional().describe('Absent: a description of its figures.'),
  width_cm: z.number().min(3).max(100).optional().describe('Absent: as wide as the text.'),
  expect: z.string().max(100_000).optional(),
});

const EMU_PER_CM = 360_000;
const EMU_PER_PT = 12_700;
const HEIGHT_SHARE_MAX = 0.8;

/** Face and language of the running text. */
function textOfFile(file: WordFile): { font: string | undefined; lang: string } {
  const defaults = file.styles && firstElementOf(file.styles.root, 'docDefaults', W);
  const holders = [styleNamed(file, 'normal'), defaults && childOf(defaults, 'rPrDefault')].flatMap(
    (owner) => (owner && childOf(owner, 'rPr')) ?? [],
  );
  const find = (local: string, attribute: string): string | undefined =>
    holders.map((run) => valueOf(childOf(run, local), attribute)).find((value) => value !== undefined && value !== '');
  return { font: find('rFonts', 'ascii'), lang: languageOrEnglish(find('lang', 'val') ?? 'en') };
}

export const insertChart = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'insert_chart',
  format: 'docx',
  summary: 'Inserts a chart that Word can edit, with a workbook of its figures',
  tracked: true,
  refuses: { unsupported: 'the chart has no figures', read_only_content: 'the place lies in a locked control' },
  schema,
  plan(file, fields, context) {
    const near = findTarget(file, fields, ['paragraph', 'table']);
    if ('rejected' in near) return near;
    const made = planNewChart(fields.chart, textOfFile(file));
    if ('rejected' in made) return made;
    const { spec, plan, description } = made;
    const room = roomAt(file, near);
    const widthEmu = Math.round(Math.min(room.widthEmu, fields.width_cm === undefined ? room.widthEmu : fields.width_cm * EMU_PER_CM));
    const heightEmu = Math.round(
      Math.min(room.heightEmu * HEIGHT_SHARE_MAX, chartHeight(plan, widthEmu / EMU_PER_PT, spec.text.sizePt) * EMU_PER_PT),
    );
    const id = promiseRelationship(file);
    const placed = placeDrawing({
      writing: { file, context, near, finishes: [] },
      before: fields.position === 'before',
      run: chartRun(file, id, { widthEmu, heightEmu, description: fields.alt ?? description }),
      caption: fields.chart.title,
      align: undefined,
      finish: (opened) =>
        keepPromise(opened, file, { id, from: near.part.name, kind: 'chart', target: addChartParts(opened, 'word', spec) }),
    });
    return isRejected(placed) ? placed : { ...placed, before: '', after: fields.chart.title ?? description };
  },
  examples: [
    {
      name: 'without figures',
      operation: {
        op: 'insert_chart',
        target: 'p1',
        chart: { kind: 'column', categories: ['Q1'], series: [{ name: 'Sales', values: [null] }] },
      },
      given: '<w:p/>',
      expected: { rejected: 'unsupported' },
    },
    {
      name: 'beside nothing',
      operation: {
        op: 'insert_chart',
        target: 'p2',
        chart: { kind: 'column', categories: ['Q1', 'Q2'], series: [{ name: 'Sales', values: [1, 2] }] },
      },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

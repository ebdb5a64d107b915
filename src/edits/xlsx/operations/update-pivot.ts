import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readXmlPart, relationshipsOf, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { areaText, isWithin, readArea, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { partsOf } from '../mechanics/book-formulas.ts';
import { findArea, findCell } from '../mechanics/find-cells.ts';

const schema = z.strictObject({
  op: z.literal('update_pivot'),
  target: z.string().min(1).max(300).describe('A cell of the pivot table: Sheet2!A3.'),
  source: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('The cells that it takes its figures from, with their row of names: Data!A1:F200.'),
  refresh: z.boolean().optional().describe('Whether Excel counts it again when it opens the file; true where absent.'),
});
type Fields = z.infer<typeof schema>;

interface Pivot {
  cache: XmlPart;
  source: XmlElement | undefined;
  area: Area;
}

const pivotsOf = ({ opened }: WorkbookFile, sheet: Sheet): Pivot[] =>
  partsOf(opened, sheet, '/pivotTable').flatMap((part): Pivot[] => {
    const location = firstElementOf(part.root, 'location', S);
    const area = readArea((location && attributeOf(location, 'ref')) ?? '');
    const target = relationshipsOf(opened, part.name).find(({ type }) => type.endsWith('/pivotCacheDefinition'))?.target;
    const name = target === undefined ? undefined : partNamed(opened, target);
    if (area === null || name === undefined) return [];
    const cache = readXmlPart(opened, name);
    const holder = firstElementOf(cache.root, 'cacheSource', S);
    return [{ cache, source: holder && firstElementOf(holder, 'worksheetSource', S), area }];
  });

/** Its fields are told by their names, in the order of the columns. */
function sourceEdits(file: WorkbookFile, { cache, source }: Pivot, target: string): XmlEdit[] | Rejected {
  if (source === undefined)
    return reject('unsupported', 'The pivot table takes its figures from outside this workbook; change its source in Excel.');
  if (attributeOf(source, 'id') !== undefined || source.attributes.some(({ local, uri }) => local === 'id' && uri !== ''))
    return reject('unsupported', 'The pivot table takes its figures from another workbook; change its source in Excel.');
  const found = findArea(file, target);
  if ('rejected' in found) return found;
  const { sheet, area } = found;
  if (area.bottom === area.top) return reject('unsupported', 'The source has a row of names and at least one row below it.');
  const list = firstElementOf(cache.root, 'cacheFields', S);
  // fields that group or count others have no column of their own
  const own = (list === undefined ? [] : elementsOf(list, 'cacheField', S)).filter((one) => attributeOf(one, 'databaseField') !== '0');
  const names = own.map((one) => attributeOf(one, 'name') ?? '');
  const heads = Array.from({ length: area.right - area.left + 1 }, (_, at) =>
    textAt(file, sheet, { row: area.top, column: area.left + at }),
  );
  const wrong = names.findIndex((name, index) => name.toLowerCase() !== (heads[index] ?? '').toLowerCase());
  if (wrong !== -1 || heads.length !== names.length)
    return reject(
      'unsupported',
      `The columns of the source have to be those of the pivot table: ${names.slice(0, 40).join(', ')}; ${target.slice(0, 100)} has ${heads.slice(0, 40).join(', ')}.`,
    );
  const named = removeAttribute(cache, source, 'name');
  return [
    ...(named === null ? [] : [named]),
    setAttribute(cache, source, 'ref', areaText(area)),
    setAttribute(cache, source, 'sheet', sheet.name),
  ];
}

function planChange(file: WorkbookFile, pivot: Pivot, { source, refresh = true }: Fields): { edits: XmlEdit[]; before: string } | Rejected {
  const moved = source === undefined ? [] : sourceEdits(file, pivot, source);
  if (!Array.isArray(moved)) return moved;
  const { cache } = pivot;
  const was = /^(?:1|true)$/.test(attributeOf(cache.root, 'refreshOnLoad') ?? '');
  const flag = was === refresh ? [] : [setAttribute(cache, cache.root, 'refreshOnLoad', refresh ? '1' : '0')];
  const from = pivot.source;
  const before =
    from === undefined ? '' : (attributeOf(from, 'name') ?? `${attributeOf(from, 'sheet') ?? ''}!${attributeOf(from, 'ref') ?? ''}`);
  return { edits: [...moved, ...flag], before };
}

const pivotAt = (pivots: readonly Pivot[], place: CellPlace): Pivot | undefined => pivots.find(({ area }) => isWithin(place, area));

export const updatePivot = defineEdit<WorkbookFile, Fields>({
  op: 'update_pivot',
  format: 'xlsx',
  summary: 'Lets a pivot table take its figures from other cells, and has Excel count it again when it opens the file',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no pivot table, or there are no such cells',
    unsupported: 'it takes its figures from elsewhere, or the columns of the source are others',
    no_effect: 'it is so already',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    const pivots = pivotsOf(file, sheet);
    const pivot = pivotAt(pivots, place);
    if (pivot === undefined)
      return reject(
        'target_not_found',
        `There is no pivot table in ${fields.target.slice(0, 100)}.`,
        pivots.map(({ area }) => `${quoteSheet(sheet.name)}!${areaText({ ...area, bottom: area.top, right: area.left })}`),
      );
    const made = planChange(file, pivot, fields);
    if ('rejected' in made) return made;
    if (made.edits.length === 0) return reject('no_effect', 'The pivot table is so already.');
    return {
      parts: [{ part: pivot.cache.name, edits: made.edits }],
      before: made.before,
      after: fields.source ?? (fields.refresh === false ? 'is not counted again' : 'is counted again'),
    };
  },
  examples: [
    {
      name: 'no pivot table',
      operation: { op: 'update_pivot', target: 'Data!A1' },
      given: '<row r="1"/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

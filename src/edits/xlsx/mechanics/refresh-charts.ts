/** What a chart shows without its workbook, the values beside its references (ISO/IEC 29500-1 §21.2.2.120), follows the cells. */
import { hasType } from './book-formulas.ts';
import { type Area, areasMeet, readAddress, readArea } from '../../../spreadsheet/places.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNames, readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { loosenAxes } from '../../office/chart-axes.ts';
import { areasIn } from './find-dependents.ts';
import { attributeText } from '../../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** Points of one series; a chart of more is not drawn by anybody. */
const POINTS_MAX = 32_000;

/** Charts that are changed already, or that look at one of the cells, get their figures again. */
export function refreshCharts(opened: OfficePackage, touched: readonly string[]): void {
  const charts = partNames(opened).filter((name) => hasType(opened, name, /drawingml\.chart\+xml$/i));
  if (charts.length === 0) return;
  const file = readWorkbookFile(opened);
  const bySheet = new Map<string, Area[]>();
  for (const address of touched) {
    const read = readAddress(address);
    const area = read === null ? null : readArea(read.reference);
    if (read === null || area === null) continue;
    const areas = bySheet.get(read.name.toLowerCase());
    if (areas === undefined) bySheet.set(read.name.toLowerCase(), [area]);
    else areas.push(area);
  }
  for (const name of charts) {
    const part = readXmlPart(opened, name);
    const isChanged = opened.changes.has(part.name);
    const edits = [...walkElements(part.root)].flatMap((element) =>
      cacheEdits(
        file,
        part,
        element,
        (sheet, area) => isChanged || (bySheet.get(sheet.toLowerCase()) ?? []).some((one) => areasMeet(one, area)),
      ),
    );
    editXmlPart(opened, part, edits);
    if (edits.length > 0) loosenAxes(opened, part.name);
  }
}

function cacheEdits(file: WorkbookFile, part: XmlPart, element: XmlElement, isMeant: (sheet: string, area: Area) => boolean): XmlEdit[] {
  if (element.local !== 'numRef' && element.local !== 'strRef') return [];
  const formula = firstElementOf(element, 'f');
  const cache = firstElementOf(element, element.local === 'numRef' ? 'numCache' : 'strCache');
  if (formula === undefined || cache === undefined) return [];
  const areas = areasIn(textOf(formula), '', file.names);
  if (areas.length === 0 || !areas.some((area) => isMeant(area.sheet, area))) return [];
  const values = areas.flatMap((area) => valuesIn(file, area.sheet, area));
  if (values.length > POINTS_MAX || isSame(cache, values)) return [];
  const prefix = cache.name.slice(0, cache.name.indexOf(':') + 1);
  const format = firstElementOf(cache, 'formatCode');
  const kept = elementsOf(cache, 'extLst')
    .map((one) => part.source.slice(one.start, one.end))
    .join('');
  const points = values
    .map((value, index) => (value === '' ? '' : `<${prefix}pt idx="${index}"><${prefix}v>${escapeText(value)}</${prefix}v></${prefix}pt>`))
    .join('');
  return [
    replaceNode(
      cache,
      `<${cache.name}>${format === undefined ? '' : part.source.slice(format.start, format.end)}<${prefix}ptCount val="${values.length}"/>${points}${kept}</${cache.name}>`,
    ),
  ];
}

/** Numbers that are written in another way are the same. */
function isSame(cache: XmlElement, values: readonly string[]): boolean {
  const count = firstElementOf(cache, 'ptCount');
  if (Number(count && attributeOf(count, 'val')) !== values.length) return false;
  const points = new Map(
    elementsOf(cache, 'pt').map((point) => [Number(attributeOf(point, 'idx')), textOf(firstElementOf(point, 'v') ?? point)]),
  );
  return values.every((value, index) => {
    const known = points.get(index) ?? '';
    return known === value || (value !== '' && known !== '' && Number(known) === Number(value));
  });
}

function valuesIn(file: WorkbookFile, name: string, area: Area): string[] {
  const sheet = file.sheet(name);
  if (sheet === undefined) return [];
  const last = [...sheet.rows.keys()].reduce((most, row) => Math.max(most, row), 0);
  const values: string[] = [];
  for (let row = area.top; row <= Math.min(area.bottom, area.bottom > 1_000_000 ? last : area.bottom); row++) {
    for (let column = area.left; column <= area.right && values.length <= POINTS_MAX; column++) {
      const cell = cellAt(sheet, { row, column });
      values.push(cell === undefined || attributeText(sheet.visible, cell, 't') === 'e' ? '' : file.text(sheet, cell));
    }
  }
  return values;
}

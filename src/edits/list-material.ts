/**
 * The content of an Office file as whoever plans its changes has to see it: as `listContent` gives it, and with it the figures of
 * charts, numbers of lists and clauses as a reader sees them, speaker notes, comments, text boxes, conditional formats and names.
 */
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { C, R, S, W } from '../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { readDeckFile } from '../ooxml/deck-file.ts';
import { paragraphsOf, readWordFile } from '../ooxml/word-file.ts';
import { childOf, valueOf } from '../ooxml/word-text.ts';
import { readWorkbookFile, type Sheet } from '../ooxml/workbook-file.ts';
import { quoteSheet } from '../spreadsheet/formula-references.ts';
import { headingNumbers } from './docx/mechanics/heading-numbers.ts';
import { listContent, type AddressedBlock } from './list-content.ts';
import { readChartData } from './office/read-chart.ts';
import { objectsOf } from './pptx/mechanics/deck-objects.ts';
import { readNotes } from './pptx/mechanics/notes-page.ts';
import { chartsOf } from './xlsx/mechanics/chart-cells.ts';

export interface MaterialBlock extends Omit<AddressedBlock, 'blocks'> {
  /** The number that Word sets before a paragraph: `2.1`, `b)`. */
  number?: string;
  /** Charts: names of series in the first row, then a row for each category. */
  data?: string[][];
  /** What is there beside the text, in words; it has no address of its own. */
  beside?: string[];
  blocks?: MaterialBlock[];
}

const BESIDE_MAX = 50;
const BESIDE_CHARS_MAX = 400;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, BESIDE_CHARS_MAX);

/** Adds to blocks by their address. */
function withMore(blocks: readonly MaterialBlock[], more: ReadonlyMap<string, Partial<MaterialBlock>>): MaterialBlock[] {
  return blocks.map((block) => ({
    ...block,
    ...more.get(block.address),
    ...(block.blocks ? { blocks: withMore(block.blocks, more) } : {}),
  }));
}

function wordMaterial(opened: OfficePackage): Map<string, Partial<MaterialBlock>> {
  const file = readWordFile(opened);
  const styles = new Map(
    (file.styles === undefined ? [] : elementsOf(file.styles.root, 'style', W)).map((style) => [valueOf(style, 'styleId') ?? '', style]),
  );
  const more = new Map<string, Partial<MaterialBlock>>();
  for (const { blocks } of file.stories) {
    const numberOf = headingNumbers(file);
    for (const paragraph of paragraphsOf(blocks)) {
      const properties = childOf(paragraph.element, 'pPr');
      const style = styles.get((properties && valueOf(childOf(properties, 'pStyle'))) ?? '');
      const number = numberOf(paragraph, style).trim();
      // text boxes are written twice, for programs of both generations (MCE §9)
      const boxes = [...walkElements(paragraph.element)].filter(({ local, uri }) => local === 'txbxContent' && uri === W);
      const texts = [...new Set(boxes.map((box) => oneLine(textOf(box))).filter((text) => text !== ''))];
      if (number === '' && texts.length === 0) continue;
      more.set(paragraph.address, {
        ...(number === '' ? {} : { number }),
        ...(texts.length === 0
          ? {}
          : { beside: texts.map((text) => `a text box, which no operation changes: ${text}`).slice(0, BESIDE_MAX) }),
      });
    }
  }
  for (const { address, chart, part } of file.pictures) {
    const data = chart === undefined ? undefined : chartDataOf(opened, part.name, chart);
    if (data !== undefined) more.set(address, { data });
  }
  return more;
}

/** @param id of the relationship that leads to the chart */
function chartDataOf(opened: OfficePackage, part: string, id: string): string[][] | undefined {
  const target = relationshipsOf(opened, part).find((one) => one.id === id && !one.external)?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  return name === undefined ? undefined : readChartData(readXmlPart(opened, name)).data;
}

function deckMaterial(opened: OfficePackage): Map<string, Partial<MaterialBlock>> {
  const more = new Map<string, Partial<MaterialBlock>>();
  for (const slide of readDeckFile(opened).slides) {
    const notes = oneLine(readNotes(opened, slide.part.name));
    if (notes !== '') more.set(slide.address, { beside: [`speaker notes: ${notes}`] });
    for (const { kind, address, element } of objectsOf(slide)) {
      if (kind !== 'chart') continue;
      const inner = [...walkElements(element)].find(({ local, uri }) => local === 'chart' && uri === C);
      const id = inner && attributeOf(inner, 'id', R);
      const data = id === undefined ? undefined : chartDataOf(opened, slide.part.name, id);
      if (data !== undefined) more.set(address, { data });
    }
  }
  return more;
}

const named = (element: XmlElement, ...names: string[]): string => names.flatMap((name) => attributeOf(element, name) ?? []).join(' ');

/** `B2:B10 is coloured by a rule: cellIs greaterThan 100`. */
function conditionalFormats(sheet: Sheet): string[] {
  return [...walkElements(sheet.part.root)]
    .filter(({ local, uri }) => local === 'conditionalFormatting' && uri === S)
    .flatMap((holder) =>
      elementsOf(holder, 'cfRule', S).map(
        (rule) =>
          `a conditional format of ${named(holder, 'sqref')}: ${named(rule, 'type', 'operator', 'text', 'rank')} ${elementsOf(
            rule,
            'formula',
            S,
          )
            .map((formula) => textOf(formula))
            .join(' and ')}`,
      ),
    );
}

function bookMaterial(opened: OfficePackage): Map<string, Partial<MaterialBlock>> {
  const file = readWorkbookFile(opened);
  const more = new Map<string, Partial<MaterialBlock>>();
  const names = [...walkElements(file.main.root)]
    .filter(({ local, uri }) => local === 'definedName' && uri === S)
    .filter((name) => !named(name, 'name').startsWith('_xlnm'))
    .map((name) => `the name ${named(name, 'name')}: ${oneLine(textOf(name))}`);
  for (const [index, name] of file.names.entries()) {
    const sheet = file.sheet(name);
    if (sheet === undefined) continue;
    const address = quoteSheet(name);
    const beside = [...(index === 0 ? names : []), ...conditionalFormats(sheet)].map(oneLine);
    if (beside.length > 0) more.set(address, { beside: beside.slice(0, BESIDE_MAX) });
    for (const [at, part] of chartsOf(file, sheet).entries()) {
      const { data, references } = readChartData(part);
      more.set(`${address}!chart${at + 1}`, {
        data,
        ...(references.length === 0 ? {} : { beside: [`drawn from ${references.join(', ')}`] }),
      });
    }
  }
  return more;
}

/** Empty cells of sheets, which are listed for their styles, say nothing to who plans. */
function withoutEmptyCells(block: AddressedBlock): AddressedBlock {
  if (block.type !== 'sheet' || block.rows === undefined) return block;
  const rows = block.rows.map((row) => ({ ...row, cells: row.cells.filter(({ text, formula }) => text !== '' || formula !== undefined) }));
  return { ...block, rows: rows.filter(({ cells }) => cells.length > 0) };
}

function materialOf(opened: OfficePackage): Map<string, Partial<MaterialBlock>> {
  switch (opened.kind) {
    case 'docx':
      return wordMaterial(opened);
    case 'pptx':
      return deckMaterial(opened);
    case 'xlsx':
      return bookMaterial(opened);
  }
}

/** @throws Refusal `file_rejected` */
export function listMaterial(bytes: Uint8Array): MaterialBlock[] {
  return withMore(listContent(bytes).map(withoutEmptyCells), materialOf(openForeignPackage(bytes).value));
}

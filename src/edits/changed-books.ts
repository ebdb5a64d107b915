/**
 * What an edit of a workbook has changed beside cells that nobody asked for: settings and rules of sheets, what is drawn on them, charts,
 * comments, pivot tables and the parts beside them, and where relationships lead. Operations that carry cells to other places change all
 * that names cells; of those, relationships alone are held here.
 */
import { contentTypeOf, partNamed, readPartText, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, parseXml, type XmlElement } from '../ooxml/xml-tree.ts';
import { areasMeet, readAddress, readArea, type Area } from '../spreadsheet/places.ts';
import { retargeted, type PackageChange } from './retargeted.ts';
import { CARRIES, newlyTornBook, type BookAsk } from './torn-books.ts';
import { readWorkbookFrame, type WorkbookFrame } from './xlsx/mechanics/workbook-frame.ts';

interface Scope {
  /** Elements of a sheet beside its cells (ISO/IEC 29500-1 §18.3.1.99). */
  frame?: readonly string[];
  /** Media types of parts beside sheets. */
  parts?: RegExp;
  /** Charts may say or show something else than the values of cells. */
  charts?: true;
  /** What is drawn may be another, and not only more. */
  drawn?: true;
}

const DRAWS: Scope = { frame: ['drawing'], parts: /drawing/ };
const COMMENTS: Scope = { frame: ['legacyDrawing'], parts: /comments|vmlDrawing|threadedComments|person/i };
const CELLS: Scope = { parts: /pivotCacheDefinition/ };
/** Operations that leave cells where they are; one that is missing may change anything. */
const SCOPES: Readonly<Record<string, Scope>> = {
  replace_text: { frame: ['headerFooter'], parts: /pivotCacheDefinition|drawing|diagram|comments|table/i, charts: true, drawn: true },
  set_cells: CELLS,
  set_formula: {},
  sort: { frame: ['hyperlinks'], parts: /comments|vmlDrawing/i },
  set_number_format: { frame: ['cols'] },
  set_cell_style: { frame: ['cols'] },
  set_format: { frame: ['cols', 'sheetFormatPr'] },
  set_sheet: { frame: ['sheetPr', 'sheetViews', 'sheetFormatPr'] },
  set_page: { frame: ['sheetPr', 'printOptions', 'pageMargins', 'pageSetup', 'rowBreaks', 'colBreaks'] },
  set_header_footer: { frame: ['headerFooter', 'pageMargins'] },
  add_conditional_format: { frame: ['conditionalFormatting', 'extLst'] },
  add_data_validation: { frame: ['dataValidations', 'extLst'] },
  remove_rules: { frame: ['conditionalFormatting', 'dataValidations', 'extLst'] },
  protect_sheet: { frame: ['sheetProtection', 'protectedRanges'] },
  freeze: { frame: ['sheetViews'] },
  group: { frame: ['cols', 'sheetFormatPr', 'sheetPr'] },
  set_auto_filter: { frame: ['autoFilter', 'sheetPr'] },
  add_comment: COMMENTS,
  delete_comment: COMMENTS,
  set_link: { frame: ['hyperlinks'] },
  insert_image: DRAWS,
  add_shape: DRAWS,
  add_chart: DRAWS,
  delete_shape: { frame: ['drawing', 'extLst'], parts: /drawing|slicer|timeline/i, drawn: true },
  update_chart: { charts: true },
  add_sparklines: { frame: ['extLst'] },
  add_slicer: { frame: ['drawing', 'extLst'], parts: /drawing|slicer|pivot/i },
  add_pivot: {},
  define_name: {},
  delete_name: {},
  set_property: {},
};

/** The sheet without its cells: from its beginning to the first row, and from the end of the rows. */
function frameOf(text: string): string {
  const open = /<(?:[\w.-]+:)?sheetData\b[^>]*>/.exec(text);
  if (open === null || open[0].endsWith('/>')) return text;
  const from = open.index + open[0].length;
  const to = text.lastIndexOf('</', text.lastIndexOf('sheetData'));
  return to < from ? text : text.slice(0, from) + text.slice(to);
}

/** An element as one text that its spelling does not change. */
function printOf(element: XmlElement, without: ReadonlySet<string> = new Set()): string {
  const attributes = element.attributes.flatMap(({ uri, local, value }) =>
    uri === 'http://www.w3.org/2000/xmlns/' || local === 'xmlns' || local === 'priority' ? [] : [`${uri} ${local}=${value}`],
  );
  const inner = element.children.map((child) =>
    child.kind === 'text' ? child.value : without.has(child.local) ? '' : printOf(child, without),
  );
  return `<${element.uri} ${element.local} ${attributes.toSorted().join(' ')}>${inner.join('')}</>`;
}

/** Rules and links, each with the cells that it lies on. */
const ENTRIES = /^(?:conditionalFormatting|dataValidation|hyperlink)$/;

function entriesIn(root: XmlElement): { print: string; areas: Area[] }[] {
  return elementsOf(root)
    .flatMap((one) => [one, ...elementsOf(one)])
    .filter(({ local }) => ENTRIES.test(local))
    .map((one) => {
      const cells = attributeOf(one, 'sqref') ?? attributeOf(one, 'ref') ?? '';
      return { print: printOf(one), areas: cells.split(/\s+/).flatMap((area) => readArea(area) ?? []) };
    });
}

/** The cells of a sheet that operations name; undefined where one names the sheet, or none. */
function namedAreas({ operations }: BookAsk, sheet: string): Area[] | undefined {
  const areas: Area[] = [];
  for (const { target } of operations) {
    const address = target === undefined ? null : readAddress(target);
    const area = address === null ? null : readArea(address.reference);
    if (address === null || (area === null && address.name.toLowerCase() === sheet.toLowerCase())) return undefined;
    if (area !== null && address.name.toLowerCase() === sheet.toLowerCase()) areas.push(area);
  }
  return areas;
}

function compareFrames(was: string, is: string, sheet: string, ask: BookAsk, scopes: readonly Scope[]): string[] {
  const [old, now] = [frameOf(was), frameOf(is)];
  if (old === now) return [];
  const [before, after] = [parseXml(old).root, parseXml(now).root];
  const free = new Set(['dimension', 'sheetData', ...scopes.flatMap(({ frame }) => frame ?? [])]);
  const pieces = (root: XmlElement): Map<string, string> => {
    const all = new Map<string, string>();
    for (const child of elementsOf(root)) all.set(child.local, (all.get(child.local) ?? '') + printOf(child));
    return all;
  };
  const [left, right] = [pieces(before), pieces(after)];
  const other = [...new Set([...left.keys(), ...right.keys()])].filter((local) => !free.has(local) && left.get(local) !== right.get(local));
  const areas = namedAreas(ask, sheet);
  const kept = new Set(entriesIn(after).map(({ print }) => print));
  const lost = entriesIn(before).filter(
    ({ print, areas: own }) =>
      areas !== undefined && own.length > 0 && !kept.has(print) && !own.some((one) => areas.some((area) => areasMeet(one, area))),
  );
  return [
    ...other.map((local) => `${sheet} has another ${local}, which nobody asked for`),
    ...(lost.length === 0 ? [] : [`${sheet} has another rule or link on cells that nobody named`]),
  ];
}

/** What follows the cells of a chart: its values, and how far its axes reach. */
const FOLLOWS = new Set(['numCache', 'strCache', 'scaling', 'majorUnit', 'minorUnit']);
const CHART = /drawingml\.chart\+xml$/;
const DRAWING = /officedocument\.drawing\+xml$/;
const SHEET = /spreadsheetml\.worksheet\+xml$/;
/** Parts that operations write without a word: shared texts, formats, properties, the order of calculation. */
const FREE = /sharedStrings|styles\+xml|core-properties|extended-properties|custom-properties|calcChain|relationships\+xml/;

/** The same by what the workbook calls them, whatever their producer says that they are. */
const FREE_RELATIONS = /\/(?:styles|sharedStrings|calcChain)$/;

const isFree = (opened: OfficePackage, part: string): boolean =>
  part === opened.mainPart ||
  FREE.test(contentTypeOf(opened, part) ?? '') ||
  relationshipsOf(opened, opened.mainPart).some(
    ({ type, target, external }) => !external && FREE_RELATIONS.test(type) && partNamed(opened, target) === part,
  );

function comparePart({ before, after }: PackageChange, part: string, scopes: readonly Scope[]): string[] {
  const type = contentTypeOf(before, part) ?? '';
  const some = (has: (scope: Scope) => boolean | undefined): boolean => scopes.some((scope) => has(scope) === true);
  if (isFree(before, part)) return [];
  const roots = (): [XmlElement, XmlElement] => [readXmlPart(before, part).root, readXmlPart(after, part).root];
  if (CHART.test(type)) {
    if (some(({ charts }) => charts)) return [];
    const [was, is] = roots().map((root) => printOf(root, FOLLOWS));
    return was === is ? [] : [`${part} shows something else, which nobody asked for`];
  }
  if (DRAWING.test(type) && some(({ parts }) => parts?.test(type)) && !some(({ drawn }) => drawn)) {
    const [was, is] = roots().map((root) => elementsOf(root).map((one) => printOf(one)));
    const kept = new Set(is);
    return was?.every((one) => kept.has(one)) === true ? [] : [`${part} has something else than it had, which nobody asked for`];
  }
  return some(({ parts }) => parts?.test(type)) ? [] : [`${part} is another, which nobody asked for`];
}

const listOf = ({ sheets }: WorkbookFrame): string => sheets.map(({ name, part }) => `${name}\n${part}`).join('\n');

function changedBook(change: PackageChange, ask: BookAsk): string[] {
  const { before, after, changed } = change;
  const both = changed.filter(
    (part) => !part.startsWith('[') && partNamed(before, part) !== undefined && partNamed(after, part) !== undefined,
  );
  const relations = both.flatMap((part) => {
    const [, folder = '', owned = ''] = /^(.*?\/?)_rels\/(.*)\.rels$/.exec(part) ?? [];
    return owned === '' ? [] : retargeted(change, folder + owned);
  });
  const known = ask.operations.flatMap(({ op }) => SCOPES[op] ?? []);
  if (ask.moved || known.length < ask.operations.length || ask.operations.some(({ op }) => CARRIES.test(op))) return relations;
  const [was, is] = [readWorkbookFrame(before), readWorkbookFrame(after)];
  const others = both.flatMap((part) => {
    if (part.endsWith('.rels')) return [];
    if (!SHEET.test(contentTypeOf(before, part) ?? '')) return comparePart(change, part, known);
    const name = was.sheets.find((one) => one.part === part)?.name ?? part;
    return compareFrames(readPartText(before, part).text, readPartText(after, part).text, name, ask, known);
  });
  const isListed = listOf(was) === listOf(is) || ask.operations.some(({ op }) => op === 'add_pivot');
  return [...relations, ...others, ...(isListed ? [] : ['the list of sheets is another'])];
}

/** Everything wrong with an edited workbook: what is torn, and what is another though nobody asked for it. */
export const faultsOfBook = (change: PackageChange, ask: BookAsk): string[] => [
  ...newlyTornBook(change.before, change.after, change.changed, ask),
  ...changedBook(change, ask),
];

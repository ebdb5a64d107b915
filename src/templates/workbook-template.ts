/** A supplied workbook as a template: its styles, theme, the dress of its tables, what its sheets are printed with, and its logo. */
import { Refusal } from '../base/refusal.ts';
import { A, R, S, STRICT } from '../ooxml/names.ts';
import {
  contentTypeOf,
  openOfficePackage,
  partNamed,
  readPart,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
  type XmlPart,
} from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { readWorkbookFile, tablesOf } from '../ooxml/workbook-file.ts';
import { columnLetters } from '../spreadsheet/cell-names.ts';
import { BUILT_IN } from '../spreadsheet/number-format.ts';

/** Elements of `styles.xml` as they are written (ISO/IEC 29500-1 §18.8). */
export interface WorkbookStyles {
  /** Namespaces that its elements use, as attributes of the root. */
  namespaces: string;
  formats: { id: number; xml: string }[];
  fonts: string[];
  fills: string[];
  borders: string[];
  /** `xf` of named styles, and of cells. */
  styleXfs: string[];
  cellXfs: string[];
  cellStyles: { name: string; xml: string }[];
  dxfs: string[];
  tableStyles: string[];
  colors: string;
}

/** Font, ground and lines of cells as elements of the template's styles. */
interface CellDress {
  font: string;
  fill: string;
  border: string;
}

export interface WorkbookTemplate {
  theme: Uint8Array | undefined;
  styles: WorkbookStyles;
  /** Of header cells and of cells below them, where its sheets have such rows. */
  head: CellDress | undefined;
  body: CellDress | undefined;
  /** Attributes of `tableStyleInfo`, where its tables have a style. */
  tableStyle: string | undefined;
  /** By the words of the header, in lower case. */
  columns: ReadonlyMap<string, { width: number | undefined; format: string | undefined }>;
  /** Of the first sheet that says so. */
  margins: string | undefined;
  paper: string | undefined;
  headerFooter: string | undefined;
  gridLines: boolean | undefined;
  frozen: boolean;
  logo: { bytes: Uint8Array; contentType: 'image/png' | 'image/jpeg'; cx: number; cy: number; alt: string } | undefined;
}

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, S);
const ROWS_READ_MAX = 60;
const SHEETS_READ_MAX = 6;
/** Pictures above this row, counted from 1, are logos. */
const LOGO_ROW_MAX = 6;
/** A logo wider than that is a picture of something. */
const LOGO_CX_MAX = 6_500_000;

function readStyles(part: XmlPart): WorkbookStyles {
  const { root, source } = part;
  const sliced = (element: XmlElement): string => source.slice(element.start, element.end);
  const items = (name: string): string[] => {
    const list = child(root, name);
    return list === undefined ? [] : elementsOf(list).map(sliced);
  };
  const named = (list: string, name: string): XmlElement[] => {
    const found = child(root, list);
    return found === undefined ? [] : elementsOf(found, name, S);
  };
  const colors = child(root, 'colors');
  return {
    namespaces: root.attributes
      .filter(({ name }) => name.startsWith('xmlns:') || name.endsWith(':Ignorable'))
      .map(({ name, value }) => ` ${name}="${value}"`)
      .join(''),
    formats: named('numFmts', 'numFmt').map((one) => ({ id: Number(attributeOf(one, 'numFmtId')), xml: sliced(one) })),
    fonts: items('fonts'),
    fills: items('fills'),
    borders: items('borders'),
    styleXfs: items('cellStyleXfs'),
    cellXfs: items('cellXfs'),
    cellStyles: named('cellStyles', 'cellStyle').map((one) => ({ name: attributeOf(one, 'name') ?? '', xml: sliced(one) })),
    dxfs: items('dxfs'),
    tableStyles: items('tableStyles'),
    colors: colors === undefined ? '' : sliced(colors),
  };
}

interface Xf {
  dress: CellDress;
  format: string | undefined;
}

function readXfs(root: XmlElement, styles: WorkbookStyles): Xf[] {
  const list = child(root, 'cellXfs');
  const formats = child(root, 'numFmts');
  const codes = new Map(
    (formats === undefined ? [] : elementsOf(formats, 'numFmt', S)).map((one) => [
      attributeOf(one, 'numFmtId'),
      attributeOf(one, 'formatCode'),
    ]),
  );
  const at = (items: readonly string[], xf: XmlElement, name: string): string =>
    items[Number(attributeOf(xf, name) ?? 0)] ?? items[0] ?? '';
  return (list === undefined ? [] : elementsOf(list, 'xf', S)).map((xf) => {
    const id = attributeOf(xf, 'numFmtId') ?? '0';
    return {
      dress: { font: at(styles.fonts, xf, 'fontId'), fill: at(styles.fills, xf, 'fillId'), border: at(styles.borders, xf, 'borderId') },
      format: codes.get(id) ?? BUILT_IN[Number(id)],
    };
  });
}

const isFilled = ({ fill }: CellDress): boolean => fill.includes('patternType="solid"') || fill.includes('gradientFill');
const isStrong = ({ font }: CellDress): boolean => /<b(?:\s+val="1")?\s*\/>/.test(font);

interface Head {
  row: number;
  cells: { column: number; words: string; xf: Xf; below: Xf | undefined }[];
  score: number;
}

/** The row of a sheet that heads a table: words in a row, bold or on a ground, above cells that are neither. */
function findHead(file: ReturnType<typeof readWorkbookFile>, name: string, xfs: readonly Xf[]): Head | undefined {
  const sheet = file.sheet(name);
  if (sheet === undefined) return undefined;
  const xfOf = (cell: { styleText: string | undefined }): Xf | undefined => xfs[Number(cell.styleText ?? 0)];
  const rows = [...sheet.rows.values()].slice(0, ROWS_READ_MAX);
  const style = (cell: { start: number; contentStart: number }): { styleText: string | undefined } => ({
    styleText: /\ss="(\d+)"/.exec(sheet.part.source.slice(cell.start, cell.contentStart))?.[1],
  });
  const [tabled] = tablesOf(file, sheet).filter(({ headers }) => headers > 0);
  const heads = rows.flatMap((row, at): Head[] => {
    const below = rows[at + 1];
    const under = below === undefined ? undefined : sheet.cellsOf(below);
    const cells = [...sheet.cellsOf(row).values()].flatMap((cell) => {
      const words = file.text(sheet, cell).replaceAll(/\s+/g, ' ').trim();
      const xf = xfOf(style(cell));
      const next = under?.get(cell.column);
      return words === '' || Number.isFinite(Number(words)) || xf === undefined
        ? []
        : [{ column: cell.column, words, xf, below: next && xfOf(style(next)) }];
    });
    const dressed = cells.filter(({ xf }) => isFilled(xf.dress) || isStrong(xf.dress)).length;
    const ofTable = tabled !== undefined && cells[0]?.column !== undefined && sheet.rows.get(tabled.area.top) === row;
    const plain = cells.filter(({ below: next }) => next !== undefined && !isStrong(next.dress)).length;
    if (cells.length < 2 || (!ofTable && (dressed < cells.length / 2 || plain < cells.length / 2))) return [];
    return [{ row: at, cells, score: (ofTable ? 100 : 0) + cells.length }];
  });
  return heads.toSorted((a, b) => b.score - a.score)[0];
}

function widthsOf(root: XmlElement): (column: number) => number | undefined {
  const list = child(root, 'cols');
  const all = list === undefined ? [] : elementsOf(list, 'col', S);
  return (column) => {
    const found = all.find(
      (one) =>
        Number(attributeOf(one, 'min')) <= column && Number(attributeOf(one, 'max')) >= column && attributeOf(one, 'width') !== undefined,
    );
    return found === undefined ? undefined : Number(attributeOf(found, 'width'));
  };
}

/** The first small picture at the head of a sheet. */
function findLogo(opened: OfficePackage, sheet: string): WorkbookTemplate['logo'] {
  for (const { type, target } of relationshipsOf(opened, sheet)) {
    const drawing = type.endsWith('/drawing') ? partNamed(opened, target) : undefined;
    const root = drawing === undefined ? undefined : readXmlPart(opened, drawing).root;
    for (const anchor of root === undefined ? [] : elementsOf(root)) {
      const all = [...walkElements(anchor)];
      const row = Number(
        all
          .find(({ local, parent }) => local === 'row' && parent?.local === 'from')
          ?.children.map((one) => (one.kind === 'text' ? one.value : ''))
          .join('') ?? 99,
      );
      const blips = all.filter(({ local, uri }) => local === 'blip' && uri === A);
      const [blip] = blips;
      const size = all.find(({ local, parent, uri }) => local === 'ext' && uri === A && parent?.local === 'xfrm');
      const [cx, cy] = ['cx', 'cy'].map((name) => Number((size && attributeOf(size, name)) ?? 0));
      const link = blip && attributeOf(blip, 'embed', R);
      const image = drawing === undefined ? undefined : relationshipsOf(opened, drawing).find(({ id }) => id === link);
      const name = image === undefined || image.external ? undefined : partNamed(opened, image.target);
      const contentType = name === undefined ? '' : (contentTypeOf(opened, name) ?? '');
      if (blips.length !== 1 || row >= LOGO_ROW_MAX || name === undefined || (contentType !== 'image/png' && contentType !== 'image/jpeg'))
        continue;
      if (cx === undefined || cy === undefined || cx <= 0 || cy <= 0 || cx > LOGO_CX_MAX) continue;
      const described = all.find(({ local }) => local === 'cNvPr');
      return { bytes: readPart(opened, name), contentType, cx, cy, alt: (described && attributeOf(described, 'descr')) ?? '' };
    }
  }
  return undefined;
}

const PAPER = ['paperSize', 'orientation'] as const;

/** How its sheets are printed and shown; pictures in headers stay behind, since they are parts of its sheets. */
function readFrames(
  opened: OfficePackage,
  parts: readonly XmlPart[],
): Pick<WorkbookTemplate, 'margins' | 'paper' | 'headerFooter' | 'gridLines' | 'frozen' | 'logo'> {
  const firstOf = <T>(read: (part: XmlPart) => T | undefined): T | undefined => {
    for (const part of parts) {
      const found = read(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const written =
    (name: string) =>
    (part: XmlPart): string | undefined => {
      const found = child(part.root, name);
      return found === undefined ? undefined : part.source.slice(found.start, found.end);
    };
  const view = (part: XmlPart): XmlElement | undefined => child(child(part.root, 'sheetViews'), 'sheetView');
  return {
    margins: firstOf(written('pageMargins')),
    paper: firstOf((part) => {
      const setup = child(part.root, 'pageSetup');
      const all = PAPER.flatMap((name) => {
        const value = setup && attributeOf(setup, name);
        return value === undefined || value === 'default' ? [] : [`${name}="${value}"`];
      });
      return all.length === 0 ? undefined : all.join(' ');
    }),
    headerFooter: firstOf((part) => {
      const text = written('headerFooter')(part)?.replaceAll('&amp;G', '');
      return text !== undefined && /<(?:odd|even|first)(?:Header|Footer)>[^<]/.test(text) ? text : undefined;
    }),
    gridLines: firstOf((part) => {
      const shown = view(part);
      return shown === undefined ? undefined : attributeOf(shown, 'showGridLines') !== '0';
    }),
    frozen: parts.some((part) => child(view(part), 'pane') !== undefined),
    logo: firstOf((part) => findLogo(opened, part.name)),
  };
}

const known = new WeakMap<Uint8Array, WorkbookTemplate>();

/**
 * Reads a workbook as a template; the same bytes are read once.
 * @throws Refusal file_rejected: no workbook, damaged, of the strict variant, without styles, or in markup under other prefixes
 */
export function readWorkbookTemplate(bytes: Uint8Array): WorkbookTemplate {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  const opened = openOfficePackage(bytes);
  if (opened.kind !== 'xlsx') throw new Refusal('file_rejected', 'This is no workbook.');
  const file = readWorkbookFile(opened);
  if (file.main.source.slice(0, 5_000).includes(STRICT)) throw new Refusal('file_rejected', 'It is of the strict variant of the format.');
  const styled = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type === `${R}/styles`);
  const name = styled && partNamed(opened, styled.target);
  const part = name === undefined ? undefined : readXmlPart(opened, name);
  if (part === undefined || part.root.name !== 'styleSheet')
    throw new Refusal('file_rejected', 'It has no styles, or writes them in markup of another kind.');
  const styles = readStyles(part);
  if ([styles.fonts, styles.fills, styles.borders, styles.cellXfs].some((list) => list.length === 0))
    throw new Refusal('file_rejected', 'Its styles are not complete.');
  const xfs = readXfs(part.root, styles);
  const sheets = file.names.slice(0, SHEETS_READ_MAX);
  const heads = sheets.flatMap((sheet) => {
    const head = findHead(file, sheet, xfs);
    return head === undefined ? [] : [{ sheet, head }];
  });
  const columns = new Map<string, { width: number | undefined; format: string | undefined }>();
  for (const { sheet, head } of heads) {
    const found = file.sheet(sheet);
    const widthAt = found === undefined ? () => undefined : widthsOf(found.part.root);
    for (const { column, words, below } of head.cells) {
      const key = words.toLowerCase();
      if (!columns.has(key) && columnLetters(column - 1) !== '') columns.set(key, { width: widthAt(column), format: below?.format });
    }
  }
  const best = heads.toSorted((a, b) => b.head.score - a.head.score)[0];
  const first = best?.head.cells[0];
  const tables = file.names.flatMap((sheet) => {
    const found = file.sheet(sheet);
    return found === undefined ? [] : tablesOf(file, found).flatMap(({ part: table }) => child(table.root, 'tableStyleInfo') ?? []);
  });
  const info = tables.find((one) => (attributeOf(one, 'name') ?? '') !== '');
  const theme = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type === `${R}/theme`);
  const themeName = theme && partNamed(opened, theme.target);
  const made: WorkbookTemplate = {
    theme: themeName === undefined ? undefined : readPart(opened, themeName),
    styles,
    head: first?.xf.dress,
    body: first?.below === undefined || isFilled(first.below.dress) ? undefined : first.below.dress,
    tableStyle: info?.attributes.map(({ name: key, value }) => `${key}="${value}"`).join(' '),
    columns,
    ...readFrames(
      opened,
      sheets.flatMap((sheet) => file.sheet(sheet)?.part ?? []),
    ),
  };
  known.set(bytes, made);
  return made;
}

/** The look of a supplied workbook as a design: its face, the ground and letters of header rows, its colours. */
import type { Design } from '../document/design.ts';
import { R, S } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { Refusal } from '../base/refusal.ts';
import { contrast } from '../base/color.ts';
import { designOfTheme, paletteFrom, type CopiedLook } from './copied-look.ts';
import { readWorkbookTemplate, type WorkbookTemplate } from './workbook-template.ts';
import { themeOf, THEME_SLOTS, type FileTheme } from './theme-part.ts';

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, S);
const attribute = (element: XmlElement | undefined, name: string): string | undefined => element && attributeOf(element, name);
/** Workbooks count the light colours of a theme before the dark ones. */
const ORDER = ['lt1', 'dk1', 'lt2', 'dk2', ...THEME_SLOTS.slice(4)] as const;
const ROWS_READ_MAX = 40;
const CELLS_READ_MAX = 2_000;

function colorOf(element: XmlElement | undefined, theme: FileTheme): string | undefined {
  const rgb = attribute(element, 'rgb')?.slice(-6).toUpperCase();
  if (rgb !== undefined && /^[0-9A-F]{6}$/.test(rgb)) return rgb;
  const slot = ORDER[Number(attribute(element, 'theme') ?? Number.NaN)];
  return slot && theme.slots[slot];
}

interface CellStyle {
  fill: string | undefined;
  bold: boolean;
}

function cellStyles(root: XmlElement, theme: FileTheme): CellStyle[] {
  const fonts = elementsOf(child(root, 'fonts') ?? root, 'font', S);
  const fills = elementsOf(child(root, 'fills') ?? root, 'fill', S);
  return elementsOf(child(root, 'cellXfs') ?? root, 'xf', S).map((xf) => {
    const pattern = child(fills[Number(attribute(xf, 'fillId') ?? 0)], 'patternFill');
    return {
      fill: attribute(pattern, 'patternType') === 'solid' ? colorOf(child(pattern, 'fgColor'), theme) : undefined,
      bold: child(fonts[Number(attribute(xf, 'fontId') ?? 0)], 'b') !== undefined,
    };
  });
}

/** Grounds of cells, the most frequent first, and of those that are bold: header rows. */
function fillsUsed(opened: OfficePackage, styles: readonly CellStyle[]): { heads: string[]; all: string[] } {
  const heads = new Map<string, number>();
  const all = new Map<string, number>();
  const sheets = relationshipsOf(opened, opened.mainPart).filter(({ type, external }) => !external && type === `${R}/worksheet`);
  for (const { target } of sheets.slice(0, 5)) {
    const name = partNamed(opened, target);
    const data = name === undefined ? undefined : child(readXmlPart(opened, name).root, 'sheetData');
    const cells =
      data === undefined
        ? []
        : elementsOf(data, 'row', S)
            .slice(0, ROWS_READ_MAX)
            .flatMap((row) => elementsOf(row, 'c', S));
    for (const cell of cells.slice(0, CELLS_READ_MAX)) {
      const style = styles[Number(attribute(cell, 's') ?? 0)];
      if (style?.fill === undefined || style.fill === 'FFFFFF') continue;
      all.set(style.fill, (all.get(style.fill) ?? 0) + 1);
      if (style.bold) heads.set(style.fill, (heads.get(style.fill) ?? 0) + 1);
    }
  }
  const ordered = (counts: ReadonlyMap<string, number>): string[] => [...counts].toSorted((a, b) => b[1] - a[1]).map(([hex]) => hex);
  return { heads: ordered(heads), all: ordered(all) };
}

/** The workbook as a template; a sentence where it can be none. */
function templateIn(file: Uint8Array): WorkbookTemplate | string {
  try {
    return readWorkbookTemplate(file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

/** The face of its tables, which may be another than that of empty cells. */
function facesIn({ body, head }: WorkbookTemplate): Pick<Design, 'faces'> {
  const face = /<name val="([^"]{1,100})"/.exec(body?.font ?? head?.font ?? '')?.[1];
  return face === undefined ? {} : { faces: { text: face, display: face } };
}

/** What is kept of a workbook in whose package another one is made. */
function onTemplate(file: Uint8Array, template: WorkbookTemplate, design: Design): CopiedLook {
  const { theme, styles, head, tableStyle, columns, headerFooter, margins, frozen, logo } = template;
  const when = (has: boolean, what: string): string[] => (has ? [what] : []);
  const own = styles.cellStyles.filter(({ name }) => name !== 'Normal').length;
  return {
    template: { file },
    design: { ...design, ...facesIn(template) },
    copied: [
      ...when(theme !== undefined, 'its theme, as it is'),
      `its styles${own === 0 ? '' : `, ${own} of them with names`}, and number formats`,
      ...when(head !== undefined, 'the dress of its header rows and of the cells below'),
      ...when(tableStyle !== undefined, 'the style of its tables'),
      ...when(columns.size > 0, 'widths and number formats of columns with the same header'),
      ...when(margins !== undefined, 'paper and margins'),
      ...when(headerFooter !== undefined, 'words at the head and foot of its pages'),
      ...when(frozen, 'frozen header rows'),
      ...when(logo !== undefined, 'its logo'),
    ],
    notCopied: [
      { what: 'sheets, their cells and charts', reason: 'They are its content.' },
      ...(logo === undefined
        ? [{ what: 'a logo', reason: 'No small picture is at the head of its sheets; send the logo as a picture.' }]
        : []),
      ...(headerFooter === undefined ? [{ what: 'words at the head and foot of pages', reason: 'Its sheets have none.' }] : []),
    ],
  };
}

/** @throws Refusal file_rejected */
export function copyWorkbookLook(file: Uint8Array, format: string): CopiedLook {
  const opened = openOfficePackage(file);
  const theme = themeOf(opened, opened.mainPart);
  const part = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type === `${R}/styles`);
  const name = part && partNamed(opened, part.target);
  const root = name === undefined ? undefined : readXmlPart(opened, name).root;
  const [font] =
    root === undefined
      ? []
      : [...walkElements(root)].filter(({ local, uri, parent }) => local === 'font' && uri === S && parent?.local === 'fonts');
  const face = attribute(child(font, 'name'), 'val')?.slice(0, 100);
  const { heads, all } = root === undefined ? { heads: [], all: [] } : fillsUsed(opened, cellStyles(root, theme));
  const [head] = heads;
  const base = designOfTheme(theme);
  const design: Design = {
    ...base,
    palette: paletteFrom([...heads, ...all, theme.slots.accent1, theme.slots.accent2, theme.slots.dk2], theme.slots.dk1),
    ...(face === undefined ? {} : { faces: { text: face, display: face } }),
    ...(head === undefined ? {} : { tables: { form: contrast(head, 'FFFFFF') < 1.4 ? ('ruled' as const) : ('filled' as const), head } }),
  };
  const template = format === 'xlsx' ? templateIn(file) : undefined;
  if (typeof template === 'object') return onTemplate(file, template, design);
  return {
    design,
    copied: [
      ...(face === undefined ? [] : [`its face, ${face}`]),
      'its colours',
      ...(head === undefined ? [] : [`the ground of its header rows, ${head}`]),
    ],
    notCopied: [
      format === 'xlsx'
        ? {
            what: 'styles, column widths, number formats, table styles and print set-up',
            reason: template ?? 'They are of its own sheets; those of the new sheets follow their content.',
          }
        : { what: 'sheets, widths and number formats', reason: `They are of a workbook, and a ${format} file has none of them.` },
      { what: 'a logo', reason: 'Pictures on sheets are content of the workbook; send the logo as a picture.' },
    ],
  };
}

/**
 * A Word file as a template: which of its styles play which role, its page, its headers and footers, its lists and tables, its title page.
 * Nothing of the file is changed.
 */
import { Refusal } from '../base/refusal.ts';
import type { PageGeometry } from '../document/look.ts';
import { OFFICE_RELATIONSHIP, STRICT, W } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { themeOf, type FileTheme } from './theme-part.ts';
import { findFront, type FrontPage } from './word/find-front.ts';
import { findRoles, type FoundRoles, type WordRole } from './word/find-roles.ts';
import { readStyles, type WordStyle } from './word/read-styles.ts';
import { readUse, type UsedParagraph } from './word/read-use.ts';

export type { FrontPage } from './word/find-front.ts';
export type { WordRole } from './word/find-roles.ts';

interface TemplateSection {
  /** `w:sectPr` with the headers and footers that hold in it. */
  xml: string;
  page: PageGeometry;
  columns: number;
  hasHeader: boolean;
  hasFooter: boolean;
}

export interface WordTemplate {
  file: Uint8Array;
  theme: FileTheme;
  styles: ReadonlyMap<string, WordStyle>;
  roles: ReadonlyMap<WordRole, string>;
  byHand: boolean;
  textByHand: boolean;
  looks: FoundRoles['looks'];
  section: TemplateSection;
  /** The style that most of its tables have; `banded`: it has a format for the first row. */
  table: { id: string; headed: boolean } | undefined;
  /** Bullets as its own lists have them. */
  bullet: { numId: string; style: string | undefined } | undefined;
  front: FrontPage | undefined;
  /** Letters of body text that it has. */
  letters: number;
}

const TWIPS_PER_CM = 1440 / 2.54;
const cm = (twips: number): number => Math.round((twips / TWIPS_PER_CM) * 100) / 100;
const val = (element: XmlElement | undefined, name = 'val'): string | undefined => element && attributeOf(element, name, W);
const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, W);

/** Name of the part of the styles in an open Word file; undefined where it has none. */
export const stylesPartOf = (opened: OfficePackage): string | undefined => partOf(opened, 'styles');

function partOf(opened: OfficePackage, kind: string): string | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type === OFFICE_RELATIONSHIP + kind);
  return found && partNamed(opened, found.target);
}

function pageOf(section: XmlElement | undefined): PageGeometry {
  const [size, margins] = [child(section, 'pgSz'), child(section, 'pgMar')];
  const twips = (element: XmlElement | undefined, name: string, otherwise: number): number => {
    const value = Number(val(element, name) ?? Number.NaN);
    return Number.isFinite(value) ? Math.abs(value) : otherwise;
  };
  return {
    widthCm: cm(twips(size, 'w', 11_906)),
    heightCm: cm(twips(size, 'h', 16_838)),
    leftCm: cm(twips(margins, 'left', 1440) + twips(margins, 'gutter', 0)),
    rightCm: cm(twips(margins, 'right', 1440)),
    topCm: cm(twips(margins, 'top', 1440)),
    bottomCm: cm(twips(margins, 'bottom', 1440)),
    headerEdgeCm: cm(twips(margins, 'header', 708)),
    footerEdgeCm: cm(twips(margins, 'footer', 708)),
  };
}

/** Headers and footers that a section does not name itself are those of the section before (§17.10.1). */
function sectionOf(main: XmlPart): TemplateSection {
  const sections = [...walkElements(main.root)].filter(
    ({ local, uri, parent }) => local === 'sectPr' && uri === W && parent?.local !== 'sectPrChange',
  );
  const last = sections.at(-1);
  const references = new Map<string, string>();
  for (const section of sections)
    for (const one of elementsOf(section))
      if (one.local === 'headerReference' || one.local === 'footerReference')
        references.set(`${one.local} ${val(one, 'type') ?? 'default'}`, main.source.slice(one.start, one.end));
  const columns = Number(val(child(last, 'cols'), 'num') ?? 1);
  const others = (last === undefined ? [] : elementsOf(last))
    .filter(({ local }) => !['headerReference', 'footerReference', 'sectPrChange', 'type', 'pgNumType'].includes(local))
    .map((one) => (one.local === 'cols' && columns > 1 ? '<w:cols w:space="708"/>' : main.source.slice(one.start, one.end)));
  const has = (kind: string): boolean => [...references.keys()].some((key) => key.startsWith(kind));
  return {
    xml: `<w:sectPr>${[...references.values()].join('')}${others.join('')}</w:sectPr>`,
    page: pageOf(last),
    columns: Number.isFinite(columns) ? columns : 1,
    hasHeader: has('header'),
    hasFooter: has('footer'),
  };
}

function tableOf(body: XmlElement, styles: ReadonlyMap<string, WordStyle>, root: XmlElement): WordTemplate['table'] {
  const counts = new Map<string, number>();
  for (const table of walkElements(body)) {
    if (table.local !== 'tbl' || table.uri !== W) continue;
    const id = val(child(child(table, 'tblPr'), 'tblStyle'));
    const style = id === undefined ? undefined : styles.get(id);
    if (id !== undefined && style?.kind === 'table' && !style.standard) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (most === undefined) return undefined;
  const element = elementsOf(root, 'style', W).find((one) => val(one, 'styleId') === most[0]);
  const headed = element !== undefined && elementsOf(element, 'tblStylePr', W).some((one) => val(one, 'type') === 'firstRow');
  return { id: most[0], headed };
}

/** Numbers of lists whose first level is a mark and no number. */
function bulletLists(opened: OfficePackage): Set<string> {
  const name = partOf(opened, 'numbering');
  if (name === undefined) return new Set();
  const { root } = readXmlPart(opened, name);
  const marked = new Set(
    elementsOf(root, 'abstractNum', W)
      .filter((one) => val(child(elementsOf(one, 'lvl', W)[0], 'numFmt')) === 'bullet')
      .map((one) => val(one, 'abstractNumId')),
  );
  return new Set(
    elementsOf(root, 'num', W).flatMap((one) => {
      const id = val(one, 'numId');
      return id !== undefined && marked.has(val(child(one, 'abstractNumId'))) ? [id] : [];
    }),
  );
}

function bulletOf(
  opened: OfficePackage,
  styles: ReadonlyMap<string, WordStyle>,
  roles: FoundRoles['roles'],
  used: readonly UsedParagraph[],
): WordTemplate['bullet'] {
  const lists = bulletLists(opened);
  const shown = used.filter(({ numbered, outline }) => numbered !== undefined && outline === undefined && lists.has(numbered.numId));
  const counts = new Map<string, { count: number; numId: string; style: string }>();
  for (const { numbered, style } of shown) {
    if (numbered === undefined || numbered.level > 0) continue;
    const key = `${numbered.numId} ${style}`;
    const known = counts.get(key) ?? { count: 0, numId: numbered.numId, style };
    known.count += 1;
    counts.set(key, known);
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  if (most !== undefined) return { numId: most.numId, style: most.style };
  const id = roles.get('bullet');
  const numbered = id === undefined ? undefined : styles.get(id)?.numbered;
  return id === undefined || numbered === undefined || !lists.has(numbered.numId) ? undefined : { numId: numbered.numId, style: id };
}

const known = new WeakMap<Uint8Array, WordTemplate>();

/**
 * Reads a Word file as a template; the same bytes are read once.
 * @throws Refusal file_rejected: no Word file, damaged, with macros, of the strict variant, or in markup under other prefixes
 */
export function readWordTemplate(file: Uint8Array): WordTemplate {
  const before = known.get(file);
  if (before !== undefined) return before;
  const opened = openOfficePackage(file);
  if (opened.kind !== 'docx') throw new Refusal('file_rejected', 'This is no Word file.');
  const main = readXmlPart(opened, opened.mainPart);
  if (main.source.slice(0, 5_000).includes(STRICT))
    throw new Refusal(
      'file_rejected',
      'The Word file is in the strict variant of Open XML, which text cannot be added to; save it as an ordinary .docx.',
    );
  const body = firstElementOf(main.root, 'body', W);
  const stylesPart = partOf(opened, 'styles');
  if (main.root.name !== 'w:document' || body === undefined || stylesPart === undefined)
    throw new Refusal('file_rejected', 'The Word file has no styles, or is written in a way that text cannot be added to.');
  const theme = themeOf(opened, opened.mainPart);
  const { root } = readXmlPart(opened, stylesPart);
  const styles = readStyles(root, theme);
  const used = readUse(body, styles, theme);
  const { roles, byHand, textByHand, looks } = findRoles(styles, used);
  const template: WordTemplate = {
    file,
    theme,
    styles,
    roles,
    byHand,
    textByHand,
    looks,
    section: sectionOf(main),
    table: tableOf(body, styles, root),
    bullet: bulletOf(opened, styles, roles, used),
    front: findFront(body, { styles, roles, theme }),
    letters: used.reduce((sum, { text }) => sum + text.length, 0),
  };
  known.set(file, template);
  return template;
}

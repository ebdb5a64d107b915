/**
 * Repairs of a file that another user has made: only those that change no word and nothing that is seen on a page that
 * was right before. They are spans of the parts like any edit, so a review changes as little as an edit does.
 */
import { append } from '../base/append.ts';
import { W } from '../ooxml/names.ts';
import type { FindingCode } from '../base/finding-code.ts';
import { editXmlPart, saveOfficePackage } from '../ooxml/change-package.ts';
import { appendContent, prependContent, removeNode, replaceContent, setAttribute, type XmlEdit } from '../ooxml/edit-xml.ts';
import {
  openOfficePackage,
  partNamed,
  partNames,
  readPart,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
  type XmlPart,
} from '../ooxml/office-package.ts';
import { relationshipsPartOf } from '../ooxml/package-parts.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { applyEdits, type EditProof } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { sidePartOf } from '../ooxml/word-file.ts';
import { childOf, valueOf } from '../ooxml/word-text.ts';
import { quoteSheet } from '../spreadsheet/formula-references.ts';
import { keepValues, type KeptValue } from './xlsx/mechanics/keep-values.ts';

export interface RepairFacts {
  /** For a file without one; '' where the content has none to offer. */
  title: string;
  /** BCP 47; '' where it is not sure. */
  lang: string;
  /** Codes of what was found wrong: what is not wrong is not repaired. */
  codes: ReadonlySet<string>;
  /** As in every edit. */
  date: string;
  /** Of a Word file: headings with the pages that they are drawn on. */
  headings?: readonly { title: string; page: number }[];
  /** Of a workbook: what its formulas come to, and how wide columns have to be to show their figures. */
  workbook?: { values: readonly KeptValue[]; widths: readonly { sheet: string; column: string; width: number }[] };
}

interface Mending {
  fix: string;
  code: FindingCode;
  message: string;
  part: string;
}

export interface Mended {
  bytes: Uint8Array;
  mendings: Mending[];
  integrity: EditProof;
}

type Mend = (opened: OfficePackage, facts: RepairFacts) => Mending[];

/** In the order of CT_RPr (ISO/IEC 29500-1 §17.3.2.28) hardly anything comes after `lang`. */
const AFTER_LANG = new Set(['eastAsianLayout', 'specVanish', 'oMath']);

/** `w:lang` of the document's defaults: what the speller, the hyphenation and screen readers go by. */
const setLanguage: Mend = (opened, { lang, codes }) => {
  const styles = lang === '' || !codes.has('properties_missing') ? undefined : sidePartOf(opened, 'styles');
  if (styles === undefined) return [];
  const prefix = styles.root.name.includes(':') ? styles.root.name.slice(0, styles.root.name.indexOf(':') + 1) : '';
  if (prefix === '') return [];
  const defaults = childOf(styles.root, 'docDefaults');
  const run = defaults && childOf(defaults, 'rPrDefault');
  const properties = run && childOf(run, 'rPr');
  if (properties && (childOf(properties, 'lang') ?? elementsOf(properties).find(({ local }) => AFTER_LANG.has(local)))) return [];
  const tag = `<${prefix}lang ${prefix}val="${lang}"/>`;
  const wrap = (name: string, inner: string): string => `<${prefix}${name}>${inner}</${prefix}${name}>`;
  const edit = properties
    ? appendContent(styles, properties, tag)
    : run
      ? appendContent(styles, run, wrap('rPr', tag))
      : defaults
        ? prependContent(styles, defaults, wrap('rPrDefault', wrap('rPr', tag)))
        : prependContent(styles, styles.root, wrap('docDefaults', wrap('rPrDefault', wrap('rPr', tag))));
  editXmlPart(opened, styles, [edit]);
  return [
    { fix: 'language_set', code: 'properties_missing', message: `The language ${lang} was written into the file.`, part: styles.name },
  ];
};

const ROWS_MIN = 14;

/** The first row of a long table that says that it is a head: on the next page it comes again. */
const repeatHeads: Mend = (opened, { codes }) => {
  if (!codes.has('table_header_not_repeated')) return [];
  const main = readXmlPart(opened, opened.mainPart);
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  const edits: XmlEdit[] = [];
  for (const table of walkElements(main.root)) {
    if (table.local !== 'tbl' || table.uri !== W) continue;
    const rows = elementsOf(table, 'tr', W);
    const [first] = rows;
    const look = childOf(childOf(table, 'tblPr') ?? table, 'tblLook');
    if (first === undefined || rows.length < ROWS_MIN || look === undefined || valueOf(look, 'firstRow') !== '1' || hasVerticalMerge(first))
      continue;
    const properties = childOf(first, 'trPr');
    if (properties === undefined) edits.push(insertRowProperties(main, first, `<${prefix}trPr><${prefix}tblHeader/></${prefix}trPr>`));
    else if (
      childOf(properties, 'tblHeader') === undefined &&
      elementsOf(properties).every(({ local }) => !/^(?:ins|del|trPrChange)$/.test(local))
    )
      edits.push(appendContent(main, properties, `<${prefix}tblHeader/>`));
  }
  editXmlPart(opened, main, edits);
  return edits.map(() => ({
    fix: 'header_row_repeated',
    code: 'table_header_not_repeated',
    message: 'The head of a long table comes again on each page.',
    part: main.name,
  }));
};

const hasVerticalMerge = (row: XmlElement): boolean => [...walkElements(row)].some(({ local }) => local === 'vMerge');

/** `trPr` is before the cells and behind exceptions of the table (CT_Row). */
function insertRowProperties(main: XmlPart, row: XmlElement, xml: string): XmlEdit {
  const exceptions = childOf(row, 'tblPrEx');
  return exceptions ? { start: exceptions.end, end: exceptions.end, xml } : prependContent(main, row, xml);
}

/** A relationship to a part that is not there, and that nothing in its source refers to: it only makes Office call the file damaged. */
const dropDangling: Mend = (opened, { codes }) => {
  if (!codes.has('relationship_dangling')) return [];
  return ['', ...partNames(opened).filter((name) => name.endsWith('.xml') && !name.startsWith('['))].flatMap((source): Mending[] => {
    const gone = relationshipsOf(opened, source).filter(
      ({ external, target, type }) => !external && target !== '' && !type.endsWith('/hyperlink') && partNamed(opened, target) === undefined,
    );
    const relations = gone.length === 0 ? undefined : partNamed(opened, relationshipsPartOf(source));
    if (relations === undefined) return [];
    const text = source === '' ? '' : Buffer.from(readPart(opened, source)).toString('utf8');
    const part = readXmlPart(opened, relations);
    const rows = elementsOf(part.root, 'Relationship').filter((row) => {
      const id = attributeOf(row, 'Id') ?? '';
      return gone.some((one) => one.id === id) && !text.includes(`"${id}"`) && !text.includes(`'${id}'`);
    });
    editXmlPart(opened, part, rows.map(removeNode));
    return rows.map((row) => ({
      fix: 'relationship_dropped',
      code: 'relationship_dangling',
      message: `A reference to ${(attributeOf(row, 'Target') ?? '').slice(0, 80)}, which the file does not have and nothing uses, was dropped.`,
      part: part.name,
    }));
  });
};

const foldTitle = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.…·‐-―-]+/gu, '');

/** Numbers behind the entries of a table of contents, set to the pages that the headings are drawn on. */
function correctPages(main: XmlPart, paragraph: XmlElement, pages: ReadonlyMap<string, number | null>): XmlEdit[] {
  const texts = [...walkElements(paragraph)].filter((element) => element.uri === W && element.local === 't');
  const last = texts.at(-1);
  if (!last || !/^\d{1,4}$/.test(textOf(last).trim())) return [];
  const page = pages.get(foldTitle(texts.slice(0, -1).map(textOf).join('')));
  return page === undefined || page === null || String(page) === textOf(last).trim() ? [] : [replaceContent(main, last, String(page))];
}

/** What two headings of one title say is not sure. */
function pagesByTitle(headings: NonNullable<RepairFacts['headings']>): Map<string, number | null> {
  const pages = new Map<string, number | null>();
  for (const { title, page } of headings) {
    const key = foldTitle(title);
    pages.set(key, pages.has(key) && pages.get(key) !== page ? null : page);
  }
  return pages;
}

function paragraphAround(element: XmlElement): XmlElement | undefined {
  let around = element.parent;
  while (around && !(around.local === 'p' && around.uri === W)) around = around.parent;
  return around;
}

/** Page numbers of the contents are set as drawn here; as Word may break pages elsewhere, it is told to recalculate them when it opens the file. */
const markContents: Mend = (opened, { codes, headings = [] }) => {
  if (!codes.has('contents_stale')) return [];
  const main = readXmlPart(opened, opened.mainPart);
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  const begins: XmlElement[] = [];
  const edits: XmlEdit[] = [];
  const pages = pagesByTitle(headings);
  const contents = new Set<XmlElement>();
  for (const element of walkElements(main.root)) {
    if (element.uri !== W) continue;
    if (element.local === 'p' && begins.some((begin) => contents.has(begin))) append(edits, correctPages(main, element, pages));
    if (element.local === 'fldSimple' && /^\s*TOC\b/.test(valueOf(element, 'instr') ?? ''))
      edits.push(setAttribute(main, element, `${prefix}dirty`, 'true'));
    if (element.local === 'fldChar' && valueOf(element, 'fldCharType') === 'begin') begins.push(element);
    if (element.local === 'fldChar' && valueOf(element, 'fldCharType') === 'end') begins.pop();
    const begin = begins.at(-1);
    if (element.local === 'instrText' && begin !== undefined && /^\s*TOC\b/.test(textOf(element))) {
      contents.add(begin);
      if (valueOf(begin, 'dirty') === undefined) edits.push(setAttribute(main, begin, `${prefix}dirty`, 'true'));
      // the first entry is in the paragraph that begins the field
      const paragraph = paragraphAround(element);
      if (paragraph) append(edits, correctPages(main, paragraph, pages));
    }
  }
  editXmlPart(opened, main, edits);
  return edits.length === 0
    ? []
    : [
        {
          fix: 'contents_marked',
          code: 'contents_stale',
          message: 'Page numbers of the contents were set as drawn here; Word counts them again when it opens the file.',
          part: main.name,
        },
      ];
};

/** What formulas come to, where the file says something else or nothing. */
const keepFresh: Mend = (opened, { codes, workbook }) => {
  if (!codes.has('formula_value_stale') || workbook === undefined || workbook.values.length === 0) return [];
  return [...keepValues(opened, workbook.values)].map(([part, count]) => ({
    fix: 'values_recalculated',
    code: 'formula_value_stale',
    message: `${count} formulas of the sheet were given the value that they come to.`,
    part,
  }));
};

/** Columns as wide as their figures. */
function widenColumns(bytes: Uint8Array, { codes, workbook, date }: RepairFacts): { bytes: Uint8Array; mendings: Mending[] } {
  // right values may take more room than those that they replace
  const widths = codes.has('column_too_narrow') || codes.has('formula_value_stale') ? (workbook?.widths ?? []) : [];
  let widened = bytes;
  const mendings: Mending[] = [];
  // one by one, since a sheet may be protected and another not
  for (const { sheet, column, width } of widths.slice(0, WIDTHS_MAX)) {
    const edited = applyEdits(widened, [{ op: 'set_format', target: `${quoteSheet(sheet)}!${column}:${column}`, width }], {
      mode: 'direct',
      author: 'Octavo',
      date,
    });
    if (edited.results.some(({ status }) => status === 'rejected')) continue;
    widened = edited.bytes;
    mendings.push({
      fix: 'column_widened',
      code: 'column_too_narrow',
      message: `Column ${column} of ${sheet} was made wide enough for its figures.`,
      part: '',
    });
  }
  return { bytes: widened, mendings };
}

const WIDTHS_MAX = 20;

const WORD_MENDS: readonly Mend[] = [setLanguage, repeatHeads, markContents];

/** The title by an operation of its own, since a file may have no properties at all. */
function setTitle(bytes: Uint8Array, { title, codes, date }: RepairFacts): { bytes: Uint8Array; mendings: Mending[] } {
  if (title === '' || !codes.has('properties_missing') || hasTitle(openOfficePackage(bytes))) return { bytes, mendings: [] };
  const edited = applyEdits(bytes, [{ op: 'set_property', name: 'title', value: title }], { mode: 'direct', author: 'Octavo', date });
  if (edited.results.every(({ status }) => status === 'rejected')) return { bytes, mendings: [] };
  return {
    bytes: edited.bytes,
    mendings: [
      {
        fix: 'title_set',
        code: 'properties_missing',
        message: `The title "${title.slice(0, 80)}" was written into the file's properties.`,
        part: 'docProps/core.xml',
      },
    ],
  };
}

function hasTitle(opened: OfficePackage): boolean {
  const name = relationshipsOf(opened, '').find(({ type }) => type.endsWith('/core-properties'))?.target;
  const part = name === undefined ? undefined : partNamed(opened, name);
  const title = part === undefined ? undefined : firstElementOf(readXmlPart(opened, part).root, 'title');
  return title !== undefined && title.children.length > 0;
}

/** @returns the very bytes where nothing could be repaired */
export function repairFile(bytes: Uint8Array, facts: RepairFacts): Mended {
  const titled = setTitle(bytes, facts);
  const widened = widenColumns(titled.bytes, facts);
  const opened = openOfficePackage(widened.bytes);
  const mendings = [...(opened.kind === 'docx' ? WORD_MENDS : opened.kind === 'xlsx' ? [keepFresh] : []), dropDangling].flatMap((mend) =>
    mend(opened, facts),
  );
  const mended = mendings.length === 0 ? widened.bytes : saveOfficePackage(opened);
  return {
    bytes: mended,
    mendings: [...titled.mendings, ...widened.mendings, ...mendings],
    integrity: compareParts(openOfficePackage(bytes), openOfficePackage(mended)),
  };
}

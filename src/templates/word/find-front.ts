/** The title page of a Word file: which of its paragraphs say title, subtitle, author, organisation and date. */
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { FileTheme } from '../theme-part.ts';
import { runSetting, type WordStyle } from './read-styles.ts';
import type { WordRole } from './find-roles.ts';

type FrontRole = 'title' | 'subtitle' | 'author' | 'organization' | 'date' | 'other';

interface FrontParagraph {
  /** Places in the source of the main part. */
  start: number;
  end: number;
  role: FrontRole;
  /** Of each `w:t` in it. */
  texts: { start: number; end: number }[];
}

export interface FrontPage {
  start: number;
  end: number;
  paragraphs: FrontParagraph[];
  /** Bindings to data that Word would write over what is filled in. */
  bindings: { start: number; end: number }[];
}

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, W);
const val = (element: XmlElement | undefined, name = 'val'): string | undefined => element && attributeOf(element, name, W);

const ELEMENTS_MAX = 40;
/** More is a first page of text. */
const FRONT_PARAGRAPHS_MAX = 30;
const LETTERS_MAX = 900;
const TITLE_LETTERS_MAX = 160;

const isBreak = (element: XmlElement): boolean =>
  [...walkElements(element)].some(
    (one) =>
      one.uri === W && ((one.local === 'br' && val(one, 'type') === 'page') || (one.local === 'sectPr' && one.parent?.local === 'pPr')),
  );
const isCover = (element: XmlElement): boolean =>
  element.local === 'sdt' && [...walkElements(element)].some((one) => one.local === 'docPartGallery' && /cover/i.test(val(one) ?? ''));

/** The elements of the first page, where it ends by a break that is written in the file. */
function firstPage(body: XmlElement): XmlElement[] | undefined {
  const page: XmlElement[] = [];
  let letters = 0;
  for (const element of elementsOf(body).slice(0, ELEMENTS_MAX)) {
    if (element.local === 'sectPr') return undefined;
    page.push(element);
    letters += textOf(element).length;
    // words outside of `w:t` count too: what is written for drawings is no text
    if (isCover(element)) return page;
    const shown = [...walkElements(element)].filter(({ local }) => local === 't').reduce((sum, one) => sum + textOf(one).length, 0);
    letters += shown - textOf(element).length;
    if (letters > LETTERS_MAX * 2) return undefined;
    if (isBreak(element)) return page;
  }
  return undefined;
}

const DATE =
  /^(?:\D{0,20}\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\D{0,12}\d{0,2}\.?\s*(?:de\s+)?(?:jan|feb|m[aä]r|apr|may|mai|jun|jul|aug|ago|sep|oct|okt|nov|dec|dez|dic|ene|abr|janv|f[ée]v|avr|juin|juil|ao[uû]t|d[ée]c)\p{L}*\.?,?\s*(?:de\s+)?\d{0,2},?\s*\d{4}|\D{0,12}(?:19|20)\d\d)\s*$/iu;
const AUTHOR = /^(?:by|von|par|por|autor(?:es)?|author|prepared by|verfasser|auteur)\b/i;
const FIELDS: readonly (readonly [RegExp, FrontRole])[] = [
  [/subtitle|subt[ií]tulo|untertitel|sous-titre|subject/i, 'subtitle'],
  [/title|t[ií]tulo|titel|titre/i, 'title'],
  [/author|creator|autor|auteur|verfasser/i, 'author'],
  [/date|fecha|datum/i, 'date'],
  [/company|organi[sz]ation|empresa|firma|soci[ée]t[ée]/i, 'organization'],
];

/** By the content control that the paragraph is in, or that is in it. */
function fieldRole(paragraph: XmlElement): FrontRole | undefined {
  const controls: XmlElement[] = [...walkElements(paragraph)].filter(({ local, uri }) => local === 'sdt' && uri === W);
  for (let at = paragraph.parent; at !== undefined; at = at.parent) if (at.local === 'sdt' && at.uri === W) controls.push(at);
  for (const control of controls) {
    const properties = child(control, 'sdtPr');
    const said = [val(child(properties, 'alias')), val(child(properties, 'tag')), val(child(properties, 'dataBinding'), 'xpath')]
      .filter((text) => text !== undefined)
      .join(' ');
    const role = FIELDS.find(([words]) => words.test(said))?.[1];
    if (role !== undefined) return role;
  }
  return undefined;
}

interface Seen {
  element: XmlElement;
  text: string;
  role: FrontRole | undefined;
  sizePt: number;
}

const textIn = (paragraph: XmlElement): string =>
  [...walkElements(paragraph)]
    .filter(({ local, uri }) => local === 't' && uri === W)
    .map(textOf)
    .join('')
    .trim();
/** A paragraph that only carries drawings holds the paragraphs of their text boxes. */
const holdsParagraphs = (paragraph: XmlElement): boolean =>
  [...walkElements(paragraph)].some((one) => one !== paragraph && one.local === 'p' && one.uri === W);

function roleOf(paragraph: XmlElement, text: string, id: string | undefined, roles: ReadonlyMap<WordRole, string>): FrontRole | undefined {
  const field = fieldRole(paragraph);
  if (field !== undefined) return field;
  if (id !== undefined && id === roles.get('title')) return 'title';
  if (id !== undefined && id === roles.get('subtitle')) return 'subtitle';
  if (DATE.test(text)) return 'date';
  return AUTHOR.test(text) ? 'author' : undefined;
}

/** The largest words are the title, what follows them in size the subtitle, where nothing else says so. */
function settleRoles(seen: Seen[]): void {
  if (!seen.some(({ role }) => role === 'title')) {
    const [largest] = seen
      .filter(({ role, text }) => role === undefined && text.length <= TITLE_LETTERS_MAX)
      .toSorted((a, b) => b.sizePt - a.sizePt);
    if (largest !== undefined && largest.sizePt >= 16)
      for (const one of seen) if (one.role === undefined && one.text === largest.text) one.role = 'title';
  }
  if (!seen.some(({ role }) => role === 'subtitle')) {
    const after = seen.findLastIndex(({ role }) => role === 'title');
    const next = seen.slice(after + 1).find(({ role, text }) => role === undefined && text.length <= TITLE_LETTERS_MAX);
    if (after >= 0 && next !== undefined && next.sizePt >= 12) next.role = 'subtitle';
  }
}

/** undefined where the file has none, or none that says where its title is. */
export function findFront(
  body: XmlElement,
  { styles, roles, theme }: { styles: ReadonlyMap<string, WordStyle>; roles: ReadonlyMap<WordRole, string>; theme: FileTheme },
): FrontPage | undefined {
  const page = firstPage(body);
  const [first, last] = [page?.[0], page?.at(-1)];
  if (page === undefined || first === undefined || last === undefined) return undefined;
  const standard = [...styles.values()].find((style) => style.standard);
  const seen: Seen[] = [];
  const bindings: FrontPage['bindings'] = [];
  for (const top of page)
    for (const element of walkElements(top)) {
      if (element.local === 'dataBinding' || element.local === 'showingPlcHdr') bindings.push({ start: element.start, end: element.end });
      if (element.local !== 'p' || element.uri !== W || holdsParagraphs(element)) continue;
      const text = textIn(element);
      if (text === '') continue;
      const id = val(child(child(element, 'pPr'), 'pStyle'));
      const run = [...walkElements(element)].find(({ local, uri }) => local === 'r' && uri === W);
      const sizePt = runSetting(child(run, 'rPr'), theme).sizePt ?? (styles.get(id ?? '') ?? standard)?.set.sizePt ?? 11;
      seen.push({ element, text, role: roleOf(element, text, id, roles), sizePt });
    }
  settleRoles(seen);
  if (seen.length > FRONT_PARAGRAPHS_MAX || !seen.some(({ role }) => role === 'title')) return undefined;
  return {
    start: first.start,
    end: last.end,
    bindings,
    paragraphs: seen.map(({ element, role }) => ({
      start: element.start,
      end: element.end,
      role: role ?? 'other',
      texts: [...walkElements(element)].filter(({ local, uri }) => local === 't' && uri === W).map(({ start, end }) => ({ start, end })),
    })),
  };
}

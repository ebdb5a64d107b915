import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { replaceNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { cleanRunProperties } from '../mechanics/change-text.ts';
import { headingNumbers } from '../mechanics/heading-numbers.ts';
import { needStyle } from '../mechanics/need-style.ts';
import { bookmarksOf } from '../mechanics/word-bookmarks.ts';
import { isRevision, paragraphsOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({ op: z.literal('refresh_toc') });

/** The paragraphs of a table of contents, and where its entries begin and end. */
interface Contents {
  paragraphs: WordParagraph[];
  instruction: string;
  begin: XmlElement;
  separate: XmlElement;
  end: XmlElement;
}
interface Entry {
  level: number;
  text: string;
  anchor: string;
  page: string;
}
interface Old {
  page: string;
  paragraph: WordParagraph;
}

const LEVELS = 9;
const ANCHOR_FIRST = 900_000_000;

/** The first field with this name that is not inside another one; those of figures and tables have a switch of their own. */
function findContents(file: WordFile): Contents | null {
  const blocks = file.stories[0]?.blocks ?? [];
  let open: { begin: XmlElement; separate?: XmlElement; instruction: string; paragraphs: WordParagraph[] } | undefined;
  let depth = 0;
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    if (open !== undefined) open.paragraphs.push(block);
    for (const element of walkElements(block.element)) {
      if (element.uri !== W) continue;
      if (element.local === 'instrText' && depth === 1 && open !== undefined && open.separate === undefined)
        open.instruction += textOf(element);
      if (element.local !== 'fldChar') continue;
      const kind = valueOf(element, 'fldCharType');
      if (kind === 'begin') {
        if (depth++ === 0) open = { begin: element, instruction: '', paragraphs: [block] };
      } else if (kind === 'separate' && depth === 1 && open !== undefined) open.separate = element;
      else if (kind === 'end' && --depth === 0 && open !== undefined) {
        const { begin, separate, instruction, paragraphs } = open;
        if (/^\s*TOC\b/i.test(instruction) && !/\\[ac]\b/i.test(instruction) && separate !== undefined)
          return { paragraphs, instruction, begin, separate, end: element };
        open = undefined;
      }
    }
  }
  return null;
}

const styleOf = (file: WordFile, { element }: WordParagraph): XmlElement | undefined => {
  const id = valueOf(childOf(childOf(element, 'pPr') ?? element, 'pStyle'));
  return id === undefined || file.styles === undefined
    ? undefined
    : elementsOf(file.styles.root, 'style', W).find((style) => valueOf(style, 'styleId') === id);
};

/** What the field asks for (ISO/IEC 29500-1 §17.16.5.68): built-in headings, other styles, levels of the outline. */
interface Wanted {
  headings: boolean;
  from: number;
  to: number;
  outline: boolean;
  styles: ReadonlyMap<string, number>;
}

function readSwitches(instruction: string): Wanted {
  const range = /\\o\s+"?(\d)\s*-\s*(\d)"?/i.exec(instruction);
  const written = /\\t\s+"([^"]*)"/i.exec(instruction)?.[1];
  const styles = new Map<string, number>();
  // pairs of a name and a level; the list is divided as the writer's language divides lists
  const parts = (written ?? '').split(/[,;]/).map((part) => part.trim());
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const level = Number(parts[at + 1]);
    if (level >= 1 && level <= LEVELS) styles.set((parts[at] ?? '').toLowerCase(), level);
  }
  const outline = /\\u\b/i.test(instruction);
  const headings = /\\o\b/i.test(instruction) || (written === undefined && !outline);
  return { headings, from: Number(range?.[1] ?? 1), to: Number(range?.[2] ?? LEVELS), outline, styles };
}

/** From 1; undefined where the contents do not show it. */
function levelOf(style: XmlElement | undefined, { element }: WordParagraph, wanted: Wanted): number | undefined {
  const name = (valueOf(style && childOf(style, 'name')) ?? '').toLowerCase();
  const listed = wanted.styles.get(name) ?? wanted.styles.get((valueOf(style, 'styleId') ?? '').toLowerCase());
  if (listed !== undefined) return listed;
  const within = (level: number): number | undefined => (level >= wanted.from && level <= wanted.to ? level : undefined);
  const named = wanted.headings ? /^heading ([1-9])$/.exec(name)?.[1] : undefined;
  if (named !== undefined) return within(Number(named));
  if (!wanted.outline) return undefined;
  const outline = [element, style].flatMap((owner) =>
    owner === undefined ? [] : (childOf(childOf(owner, 'pPr') ?? owner, 'outlineLvl') ?? []),
  )[0];
  const level = Number(valueOf(outline) ?? NaN) + 1;
  return level <= LEVELS ? within(level) : undefined;
}

const anchorOf = ({ element }: WordParagraph): string | undefined =>
  [...walkElements(element)]
    .filter(({ local, uri }) => local === 'bookmarkStart' && uri === W)
    .map((mark) => valueOf(mark, 'name') ?? '')
    .find((name) => /^_Toc\d+$/.test(name));

/** Bookmark and page of the entries as they are. */
function readOld(file: WordFile, { paragraphs }: Contents): Map<string, Old> {
  const known = new Map<string, Old>();
  for (const paragraph of paragraphs) {
    const link = [...walkElements(paragraph.element)].find(({ local, uri }) => local === 'hyperlink' && uri === W);
    const written = [...walkElements(paragraph.element)]
      .filter(({ local, uri }) => local === 'instrText' && uri === W)
      .map(textOf)
      .join(' ');
    const anchor = valueOf(link, 'anchor') ?? /PAGEREF\s+(\S+)/i.exec(written)?.[1];
    const page = /(\d+)\s*$/.exec(file.textOf(paragraph).text)?.[1];
    if (anchor !== undefined && page !== undefined) known.set(anchor, { page, paragraph });
  }
  return known;
}

/** The number follows from the place, so that it is the same however often the operation is planned. */
function freeAnchor(taken: ReadonlySet<string>, { element }: WordParagraph): string {
  let number = ANCHOR_FIRST + element.start;
  while (taken.has(`_Toc${number}`)) number++;
  return `_Toc${number}`;
}

/** Headings that the field asks for, each with a bookmark: new ones where they have none. */
function readHeadings(file: WordFile, contents: Contents, old: ReadonlyMap<string, Old>): { entries: Entry[]; edits: XmlEdit[] } {
  const { w } = file;
  const wanted = readSwitches(contents.instruction);
  const own = new Set(contents.paragraphs);
  const numberOf = headingNumbers(file);
  const entries: Entry[] = [];
  const edits: XmlEdit[] = [];
  const taken = new Set(bookmarksOf(file).map(({ name }) => name));
  let page = '1';
  for (const paragraph of paragraphsOf(file.stories[0]?.blocks ?? [])) {
    if (own.has(paragraph)) continue;
    const style = styleOf(file, paragraph);
    const number = numberOf(paragraph, style);
    const level = levelOf(style, paragraph, wanted);
    if (level === undefined) continue;
    const text = file.textOf(paragraph).text.replaceAll('\ufffc', '').replaceAll(/\s+/g, ' ').trim();
    if (text === '') continue;
    let anchor = anchorOf(paragraph);
    if (anchor === undefined) {
      const id = file.nextId();
      anchor = freeAnchor(taken, paragraph);
      taken.add(anchor);
      const at = childOf(paragraph.element, 'pPr')?.end ?? paragraph.element.contentStart;
      edits.push(
        { start: at, end: at, xml: `<${w}bookmarkStart ${w}id="${id}" ${w}name="${anchor}"/>` },
        { start: paragraph.element.contentEnd, end: paragraph.element.contentEnd, xml: `<${w}bookmarkEnd ${w}id="${id}"/>` },
      );
    }
    page = old.get(anchor)?.page ?? page;
    entries.push({ level, text: number === '' ? text : `${number}\t${text}`, anchor, page });
  }
  return { entries, edits };
}

/** Fields that are entries of their own (`TC`). */
const hasMarkedEntries = ({ main }: WordFile): boolean =>
  [...walkElements(main.root)].some(
    ({ uri, local, children }) =>
      uri === W && local === 'instrText' && children.some((child) => child.kind === 'text' && /^\s*TC\b/i.test(child.value)),
  );

const ownRun = (element: XmlElement): XmlElement => element.parent ?? element;

/** Properties of an entry: as those of its level are, else in the built-in style of the level. */
function entryProperties(
  file: WordFile,
  contents: Contents,
): {
  of(level: number): { like: WordParagraph | undefined; pPr: string; rPr: string } | Rejected;
  finishes: NonNullable<EditPlan['finish']>[];
} {
  const finishes: NonNullable<EditPlan['finish']>[] = [];
  const { source } = file.main;
  const slice = (element: XmlElement | undefined): string => (element === undefined ? '' : source.slice(element.start, element.end));
  const inner = (properties: XmlElement | undefined, dropped: readonly string[]): string =>
    (properties === undefined ? [] : elementsOf(properties))
      .filter(({ local }) => !dropped.includes(local))
      .map(slice)
      .join('');
  const byLevel = new Map<number, WordParagraph>();
  for (const paragraph of contents.paragraphs) {
    const level = Number(/^toc (\d)$/i.exec(valueOf(childOf(styleOf(file, paragraph) ?? paragraph.element, 'name')) ?? '')?.[1] ?? NaN);
    if (level > 0 && !byLevel.has(level) && file.textOf(paragraph).text.trim() !== '') byLevel.set(level, paragraph);
  }
  const any = [...byLevel.values()][0];
  return {
    finishes,
    of(level) {
      const like = byLevel.get(level);
      const run = like && file.textOf(like).pieces.find(({ kind }) => kind === 'text')?.run;
      if (like !== undefined)
        return {
          like,
          pPr: inner(childOf(like.element, 'pPr'), ['rPr', 'sectPr', 'pPrChange']),
          rPr: cleanRunProperties(source, run && childOf(run, 'rPr')),
        };
      const style = needStyle(file, `toc ${level}`, 'paragraph');
      if ('rejected' in style) return style;
      if (style.finish !== undefined) finishes.push(style.finish);
      const tabs = any && childOf(childOf(any.element, 'pPr') ?? any.element, 'tabs');
      return { like: undefined, pPr: style.xml + slice(tabs), rPr: '' };
    },
  };
}

/** Tab and number are behind the link: LibreOffice gives a whole link the colour of its last run. */
function entryXml({ w }: WordFile, { text, anchor, page }: Entry, rPr: string): string {
  const run = (content: string): string => `<${w}r>${rPr}${content}</${w}r>`;
  const mark = (type: string): string => run(`<${w}fldChar ${w}fldCharType="${type}"/>`);
  const words = text
    .split('\t')
    .map((piece) => run(`<${w}t xml:space="preserve">${escapeText(piece)}</${w}t>`))
    .join(run(`<${w}tab/>`));
  const reference = `${mark('begin')}${run(`<${w}instrText xml:space="preserve"> PAGEREF ${anchor} \\h </${w}instrText>`)}${mark('separate')}${run(`<${w}t>${page}</${w}t>`)}${mark('end')}`;
  return `<${w}hyperlink ${w}anchor="${escapeAttribute(anchor)}" ${w}history="1">${words}</${w}hyperlink>${run(`<${w}tab/>`)}${reference}`;
}

/** The paragraph in which the contents begin takes on the look of the entry that is first now: of another level, or where none was there yet. */
function looksOfFirst(file: WordFile, contents: Contents, first: WordParagraph, pPr: string): XmlEdit[] {
  const { w } = file;
  const { start } = ownRun(contents.begin);
  if (file.textOf(first).pieces.some(({ holder, text }) => holder.end <= start && text.trim() !== '')) return [];
  const known = childOf(first.element, 'pPr');
  if (known === undefined)
    return [{ start: first.element.contentStart, end: first.element.contentStart, xml: `<${w}pPr>${pPr}</${w}pPr>` }];
  const kept = elementsOf(known).filter(({ local }) => /^(?:rPr|sectPr|pPrChange)$/.test(local));
  const behind = kept.map((child) => first.part.source.slice(child.start, child.end)).join('');
  return [replaceNode(known, `<${w}pPr>${pPr}${behind}</${w}pPr>`)];
}

/** From behind `separate` up to `end`: the entries, each in a paragraph of its own; the first goes on where the field begins. */
function rebuild(
  file: WordFile,
  contents: Contents,
  entries: readonly Entry[],
): { edits: XmlEdit[]; finishes: NonNullable<EditPlan['finish']>[] } | Rejected {
  const { w } = file;
  const properties = entryProperties(file, contents);
  const first = contents.paragraphs[0];
  const last = contents.paragraphs.at(-1);
  if (first === undefined || last === undefined) return reject('target_not_found', 'There is no table of contents in this file.');
  const written: string[] = [];
  const head: XmlEdit[] = [];
  for (const [index, entry] of entries.entries()) {
    const looks = properties.of(entry.level);
    if ('rejected' in looks) return looks;
    if (index === 0 && looks.like !== first) head.push(...looksOfFirst(file, contents, first, looks.pPr));
    written.push(
      index === 0 ? entryXml(file, entry, looks.rPr) : `</${w}p><${w}p><${w}pPr>${looks.pPr}</${w}pPr>${entryXml(file, entry, looks.rPr)}`,
    );
  }
  const from = ownRun(contents.separate).end;
  const to = ownRun(contents.end).start;
  // where the end is in a paragraph of its own, that one stays
  const alone = last !== first && file.textOf(last).text.trim() === '';
  const kept = childOf(last.element, 'pPr');
  const closing = alone ? `</${w}p><${w}p>${kept === undefined ? '' : last.part.source.slice(kept.start, kept.end)}` : '';
  const dirty = setAttribute(file.main, contents.begin, `${w}dirty`, 'true');
  return { edits: [...head, dirty, { start: from, end: to, xml: written.join('') + closing }], finishes: properties.finishes };
}

export const refreshToc = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'refresh_toc',
  format: 'docx',
  summary:
    'Writes the table of contents again from the headings that the request leaves; Word counts the pages of new ones when it opens the file',
  tracked: false,
  refuses: {
    target_not_found: 'the file has no table of contents',
    unsupported:
      'it has no headings, it shows entries that are marked by hand, it holds tracked changes, or it lies in a link or a control',
    no_effect: 'it holds these headings already',
  },
  schema,
  plan(file) {
    const contents = findContents(file);
    if (contents === null) return reject('target_not_found', 'There is no table of contents in this file.');
    if ([contents.separate, contents.end].some((mark) => ownRun(mark).parent?.local !== 'p'))
      return reject('unsupported', 'The table of contents begins or ends inside a link or a control, which is refreshed in Word.');
    if (/\\b\b/i.test(contents.instruction) || (/\\[fl]\b/i.test(contents.instruction) && hasMarkedEntries(file)))
      return reject(
        'unsupported',
        'The table of contents shows entries that are marked by hand, or a part of the file; refresh it in Word.',
      );
    const isWithin = ({ start, end }: XmlElement): boolean => start >= contents.separate.end && end <= contents.end.start;
    if (contents.paragraphs.some(({ element }) => [...walkElements(element)].some((one) => isRevision(one) && isWithin(one))))
      return reject(
        'unsupported',
        'The table of contents holds tracked changes, which would go where it is written anew: accept or reject them first.',
      );
    const old = readOld(file, contents);
    const { entries, edits } = readHeadings(file, contents, old);
    if (entries.length === 0) return reject('unsupported', 'The file has no headings that the table of contents could show.');
    const lines = (paragraphs: readonly WordParagraph[]): string[] =>
      paragraphs.map((paragraph) => file.textOf(paragraph).text.trim()).filter((line) => line !== '');
    const before = lines(contents.paragraphs);
    const after = entries.map(({ text, page }) => `${text}\t${page}`);
    const squeeze = (all: readonly string[]): string => all.join('\n').replaceAll(/[^\S\n]+/g, ' ');
    if (squeeze(before) === squeeze(after)) return reject('no_effect', 'The table of contents holds these headings already.');
    const made = rebuild(file, contents, entries);
    if ('rejected' in made) return made;
    return {
      parts: [{ part: file.main.name, edits: [...edits, ...made.edits] }],
      before: before.join('\n'),
      after: after.join('\n'),
      finish: (opened) => {
        for (const finish of made.finishes) finish(opened);
      },
    };
  },
  examples: [{ name: 'none there', operation: { op: 'refresh_toc' }, given: '<w:p/>', expected: { rejected: 'target_not_found' } }],
});

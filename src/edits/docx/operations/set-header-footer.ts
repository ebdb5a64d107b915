import { append } from '../../../base/append.ts';
import { R, W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, insertBefore, prependContent, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, relationshipsOf, type XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type EditPlan, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { cleanRunProperties, openRevision, runContent } from '../mechanics/change-text.ts';
import { tellEvenApart, tellsEvenApart } from '../mechanics/even-pages.ts';
import { tell } from '../mechanics/find-target.ts';
import { paragraphXml } from '../mechanics/new-paragraph.ts';
import { fieldXml } from '../mechanics/new-runs.ts';
import { bodyOfFile, faceOf } from '../mechanics/running-text.ts';
import { promiseRelationship } from '../mechanics/promise-relationship.ts';
import { sayCount, sectionsOf } from '../mechanics/page-room.ts';
import { looksLike, looksOf, type ParagraphLooks } from '../mechanics/paragraph-looks.ts';
import { trackParagraphMark } from '../mechanics/paragraph-mark.ts';
import { changeProperties, ORDERS, setOfNewSection } from '../mechanics/change-properties.ts';
import { trackRuns } from '../mechanics/track-runs.ts';
import { type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { prefixOf, spelled } from '../mechanics/word-names.ts';
import { childOf, isOn, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('set_header_footer'),
  place: z.enum(['header', 'footer']),
  pages: z.enum(['default', 'first', 'even']).optional().describe('default where absent; first and even are distinguished from then on.'),
  section: z.number().int().min(1).max(1_000).optional().describe('From the first, 1; absent: all.'),
  text: textFits(0, 2_000).describe(
    '{page} and {pages} are counted; \\t goes to the middle and the right, \\n begins a new paragraph. Empty: nothing is shown.',
  ),
  align: z.enum(['left', 'center', 'right']).optional(),
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

const TYPES = {
  header: 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml',
  footer: 'application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml',
} as const;
const FIELDS: Readonly<Record<string, string>> = { '{page}': 'PAGE', '{pages}': 'NUMPAGES' };

/** What paragraphs and words take over from those that were there, or from the text. */
interface Looks {
  /** Properties of the paragraphs: style, tabs, alignment. */
  paragraphs: ParagraphLooks;
  /** `w:rPr` of the words, or ''. */
  words: string;
}

const runsOf = (w: string, line: string, look: string): string =>
  line
    .split(/(\{pages?\})/)
    .map((piece) => {
      const field = FIELDS[piece];
      if (field !== undefined) return fieldXml(w, field, '1', { look });
      return piece === '' ? '' : `<${w}r>${look}${runContent(w, piece)}</${w}r>`;
    })
    .join('');

/** Properties of a paragraph, those of its mark in their place behind the others (ISO/IEC 29500-1 §17.3.1.26). */
const propertiesXml = (w: string, { properties, mark }: ParagraphLooks): string =>
  [...properties.values()].join('') + (mark === '' ? '' : `<${w}rPr>${mark}</${w}rPr>`);

function contentXml(w: string, fields: Fields, { paragraphs, words }: Looks): string {
  const properties = propertiesXml(w, paragraphs);
  return fields.text
    .split('\n')
    .map((line) => `<${w}p>${properties === '' ? '' : `<${w}pPr>${properties}</${w}pPr>`}${runsOf(w, line, words)}</${w}p>`)
    .join('');
}

/** Old words as deleted and new ones as inserted; the last paragraph stays, with the last line in it. */
function trackContent(
  { file, fields, context }: Setting,
  part: XmlPart,
  paragraphs: readonly WordParagraph[],
  { paragraphs: looks, words }: Looks,
): XmlEdit[] | Rejected {
  const w = prefixOf(part);
  const [last, ...others] = paragraphs.toReversed();
  if (last === undefined) return [];
  const lines = fields.text.split('\n');
  const edits: XmlEdit[] = [];
  for (const paragraph of paragraphs) {
    const made = trackRuns(file, paragraph, 'del', context);
    if (isRejected(made)) return made;
    append(edits, made);
  }
  append(
    edits,
    others.flatMap((paragraph) => trackParagraphMark(file, paragraph, 'del', context)),
  );
  const writing = { file: { ...file, w }, context };
  const added = lines
    .slice(0, -1)
    .map((line) => paragraphXml(writing, [...looks.properties.values()].join(''), runsOf(w, line, words), looks.mark))
    .join('');
  const runs = runsOf(w, lines.at(-1) ?? '', words);
  if (added !== '') edits.push(insertBefore(last.element, added));
  append(edits, looksLike(writing, last, looks));
  return runs === ''
    ? edits
    : [...edits, appendContent(part, last.element, `${openRevision(writing.file, 'ins', context)}>${runs}</${w}ins>`)];
}

interface Setting {
  file: WordFile;
  fields: Fields;
  context: EditContext;
}

interface Reference {
  section: XmlElement | undefined;
  element: XmlElement | undefined;
  /** What it names; undefined where it names nothing, or nothing that is there. */
  part: string | undefined;
}

/** What each section names for these pages; one that names nothing shows what the section before it shows. */
function referencesOf(file: WordFile, { place, pages = 'default' }: Fields): Reference[] {
  const sections: (XmlElement | undefined)[] = sectionsOf(file);
  if (sections.length === 0) sections.push(undefined);
  const targets = new Map(
    relationshipsOf(file.opened, file.main.name).map(({ id, target, external }) => [
      id,
      external ? undefined : partNamed(file.opened, target),
    ]),
  );
  return sections.map((one): Reference => {
    const element = one && elementsOf(one, `${place}Reference`, W).find((reference) => (valueOf(reference, 'type') ?? 'default') === pages);
    const id = element?.attributes.find(({ local, uri }) => local === 'id' && uri.endsWith('/relationships'))?.value;
    return { section: one, element, part: id === undefined ? undefined : targets.get(id) };
  });
}

/** Pictures, tables and controls are not taken away with a text: what they are is for a user to decide. */
function refuseContent(paragraphs: readonly WordParagraph[], root: XmlElement): Rejected | null {
  const held = [...walkElements(root)].find(({ local }) => /^(tbl|drawing|pict|object|sdt|AlternateContent)$/.test(local));
  if (held === undefined) return null;
  return reject(
    'read_only_content',
    `It holds more than text (${held.local}), which would be lost; change its paragraphs one by one.`,
    paragraphs.map(({ address }) => address),
  );
}

/** Formatting of the first words that are there. */
function lookOfWords(file: WordFile, paragraphs: readonly WordParagraph[]): string {
  for (const paragraph of paragraphs) {
    const run = file.textOf(paragraph).pieces.find(({ text }) => text.trim() !== '')?.run;
    if (run !== undefined) return cleanRunProperties(paragraph.part.source, childOf(run, 'rPr'));
  }
  return '';
}

/** Those of the first paragraph that is there, aligned as it is asked. */
function looksOfFirst(w: string, first: WordParagraph | undefined, fields: Fields): ParagraphLooks {
  const known = first === undefined ? { properties: new Map<string, string>(), mark: '' } : looksOf(first);
  if (fields.align === undefined) return known;
  const order: readonly string[] = ORDERS.pPr;
  const rank = (local: string): number => (order.includes(local) ? order.indexOf(local) : order.length);
  const all = [...new Map(known.properties).set('jc', `<${w}jc ${w}val="${fields.align}"/>`)];
  return { ...known, properties: new Map(all.toSorted(([a], [b]) => rank(a) - rank(b))) };
}

function rewritePart(setting: Setting, part: string): PartEdits | Rejected {
  const { file, fields, context } = setting;
  const story = file.stories.find((one) => one.part.name === part);
  if (story === undefined) return { part, edits: [] };
  const { root } = story.part;
  const paragraphs = story.blocks.filter((block) => block.kind === 'paragraph');
  const refused = refuseContent(paragraphs, root);
  if (refused !== null) return refused;
  const [first] = paragraphs;
  const looks = { paragraphs: looksOfFirst(prefixOf(story.part), first, fields), words: lookOfWords(file, paragraphs) };
  if (context.mode === 'tracked') {
    const tracked = trackContent(setting, story.part, paragraphs, looks);
    return isRejected(tracked) ? tracked : { part, edits: tracked };
  }
  const xml = contentXml(prefixOf(story.part), fields, looks);
  const elements = elementsOf(root);
  const edits = elements.map((element, index): XmlEdit => (index === 0 ? replaceNode(element, xml) : removeNode(element)));
  return { part, edits: edits.length === 0 ? [appendContent(story.part, root, xml)] : edits };
}

/** Pages of their own for the first one, or for even ones, are switched on. */
function switchOn({ file, fields, context }: Setting, sections: readonly (XmlElement | undefined)[]): XmlEdit[] {
  if (fields.pages !== 'first') return [];
  const changes = new Map([['titlePg', `<${file.w}titlePg/>`]]);
  return sections.flatMap((section) =>
    section === undefined || childOf(section, 'titlePg') !== undefined
      ? []
      : changeProperties({ file, part: file.main, owner: section, list: 'sectPr', context }, changes),
  );
}

type Added = Required<Pick<EditPlan, 'parts' | 'finish'>>;

/** A new part, named by a section instead of what it named before. */
function addStory({ file, fields, context }: Setting, { section, element }: Reference): Added {
  const { w, main } = file;
  const { place, pages = 'default' } = fields;
  const id = promiseRelationship(file);
  const uri = spelled(main, R);
  const reference = `<${w}${place}Reference xmlns:r="${uri}" ${w}type="${pages}" r:id="${id}"/>`;
  const history = context.mode === 'direct' ? '' : `${openRevision(file, 'sectPrChange', context)}><${w}sectPr/></${w}sectPrChange>`;
  const unique = `sectPr 00 ${place} ${pages}`;
  const edit: XmlEdit =
    element !== undefined
      ? replaceNode(element, reference)
      : section !== undefined
        ? { ...prependContent(main, section, reference), unique }
        : setOfNewSection(file, reference, { unique });
  const switched = section === undefined && pages === 'first' ? [setOfNewSection(file, `<${w}titlePg/>`, { local: 'titlePg' })] : [];
  if (switched.length > 0 && history !== '') switched.push(setOfNewSection(file, history, { local: 'sectPrChange' }));
  return {
    parts: [{ part: main.name, edits: [edit, ...switched] }],
    finish: (opened) => {
      const name = freePartName(opened, `word/${place}`, '.xml');
      const root = place === 'header' ? 'hdr' : 'ftr';
      const face = [...faceOf(bodyOfFile(file).base).values()].join('').replaceAll(`<${w}`, '<w:').replaceAll(` ${w}`, ' w:');
      const looks = { paragraphs: looksOfFirst('w:', undefined, fields), words: face === '' ? '' : `<w:rPr>${face}</w:rPr>` };
      addPart(
        opened,
        { name, contentType: TYPES[place] },
        `${XML_DECLARATION}<w:${root} xmlns:w="${spelled(main, W)}">${contentXml('w:', fields, looks)}</w:${root}>`,
      );
      addRelationship(opened, main.name, { id, type: `${uri}/${place}`, target: name });
    },
  };
}

/** The section behind goes on with what it showed before, which it had from those in front of it. */
function keepNext(setting: Setting, references: readonly Reference[], at: number): Added[] {
  const { file, fields } = setting;
  const next = references[at + 1];
  if (next?.section === undefined || next.element !== undefined) return [];
  const shown = references.slice(0, at + 1).findLast(({ element }) => element !== undefined)?.element;
  if (shown === undefined) return [addStory({ ...setting, fields: { ...fields, text: '' } }, next)];
  const { main } = file;
  const edit = {
    ...prependContent(main, next.section, main.source.slice(shown.start, shown.end)),
    unique: `sectPr 00 ${fields.place} ${fields.pages ?? 'default'}`,
  };
  return [{ parts: [{ part: main.name, edits: [edit] }], finish: () => undefined }];
}

/** One section alone: a part that others show too stays theirs. */
function changeOne(setting: Setting, references: readonly Reference[], at: number): Added[] | Rejected {
  const one = references[at];
  if (one === undefined) return reject('target_not_found', sayCount(references.length));
  const isShared = one.part === undefined || references.some(({ part }, index) => index !== at && part === one.part);
  const kept = keepNext(setting, references, at);
  if (isShared || kept.length > 0) return [addStory(setting, one), ...kept];
  const made = rewritePart(setting, one.part ?? '');
  return 'rejected' in made ? made : [{ parts: [made], finish: () => undefined }];
}

function changeAll(setting: Setting, references: readonly Reference[]): Added[] | Rejected {
  const added: Added[] = [];
  for (const part of new Set(references.flatMap((reference) => reference.part ?? []))) {
    const made = rewritePart(setting, part);
    if ('rejected' in made) return made;
    added.push({ parts: [made], finish: () => undefined });
  }
  // sections behind the first go on with what it shows
  const [first] = references;
  return first === undefined || first.part !== undefined ? added : [...added, addStory(setting, first)];
}

const textOfPart = (file: WordFile, part: string): string =>
  (file.stories.find((story) => story.part.name === part)?.blocks ?? [])
    .flatMap((block) => (block.kind === 'paragraph' ? [file.textOf(block).text] : []))
    .join('\n');
const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Pages that go on showing their own: who does not tell first and even pages apart may not know that the file does. */
function sayApart(file: WordFile, { place, pages }: Fields, meant: readonly Reference[]): { message?: string } {
  if (pages !== undefined) return {};
  const first = meant.some(({ section }) => section !== undefined && isOn(childOf(section, 'titlePg')));
  const apart = [...(first ? ['first'] : []), ...(tellsEvenApart(file.opened) ? ['even'] : [])];
  if (apart.length === 0) return {};
  const others = apart.map((one) => `pages: "${one}"`).join(' and ');
  return { message: `The ${apart.join(' and the ')} pages have a ${place} of their own, which stays; ${others} sets it.` };
}

export const setHeaderFooter = defineEdit<WordFile, Fields>({
  op: 'set_header_footer',
  format: 'docx',
  summary: 'Sets the text of headers or footers, with page numbers if wanted; tracked where there is one already',
  tracked: true,
  refuses: {
    target_not_found: 'there is no such section',
    read_only_content: 'it holds a picture, a table or a control, which would be lost',
    expect_mismatch: 'it has another text than expected',
  },
  schema,
  plan(file, fields, context) {
    const all = referencesOf(file, fields);
    const { section } = fields;
    const meant = section === undefined ? all : all.slice(section - 1, section);
    const before = [...new Set(meant.flatMap(({ part }) => part ?? []))].map((part) => textOfPart(file, part)).join('\n');
    if (fields.expect !== undefined && squeeze(fields.expect) !== squeeze(before))
      return reject('expect_mismatch', `The ${fields.place} holds "${tell(before)}".`);
    const changed =
      section === undefined ? changeAll({ file, fields, context }, all) : changeOne({ file, fields, context }, all, section - 1);
    if (!Array.isArray(changed)) return changed;
    const switched = switchOn(
      { file, fields, context },
      meant.map((reference) => reference.section),
    );
    return {
      parts: [...changed.flatMap(({ parts }) => parts), { part: file.main.name, edits: switched }],
      before: tell(before),
      after: fields.text,
      ...sayApart(file, fields, meant),
      finish: (opened) => {
        for (const { finish } of changed) finish(opened);
        if (fields.pages === 'even') tellEvenApart(opened);
      },
    };
  },
  examples: [
    {
      name: 'a footer with the page',
      operation: { op: 'set_header_footer', place: 'footer', text: 'Page {page}', align: 'center' },
      given: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
      expected: `<w:p/><w:sectPr><w:footerReference xmlns:r="${R}" w:type="default" r:id="rIdNew1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`,
    },
    {
      name: 'of the first section alone; the second shows what it showed',
      operation: { op: 'set_header_footer', place: 'header', section: 1, text: 'x' },
      given: '<w:p><w:pPr><w:sectPr/></w:pPr></w:p><w:p/><w:sectPr></w:sectPr>',
      expected:
        `<w:p><w:pPr><w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="rIdNew2"/></w:sectPr></w:pPr></w:p><w:p/>` +
        `<w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="rIdNew1"/></w:sectPr>`,
    },
    {
      name: 'no such section',
      operation: { op: 'set_header_footer', place: 'header', section: 3, text: 'x' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

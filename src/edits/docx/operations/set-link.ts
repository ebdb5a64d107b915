import { R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { insertAfter, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { defineEdit, isRejected, reject, type EditContext, type EditPlan, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { changeProperties } from '../mechanics/change-properties.ts';
import { changeText, openRevision } from '../mechanics/change-text.ts';
import { findWords, runsOfWords, type Words } from '../mechanics/find-words.ts';
import { tell } from '../mechanics/find-target.ts';
import { needStyle } from '../mechanics/need-style.ts';
import { urlField } from '../mechanics/new-runs.ts';
import { needAnchor } from '../mechanics/word-bookmarks.ts';
import {
  describeLink,
  hasLinkStyle,
  instructionFor,
  linksOf,
  newLink,
  retargetLink,
  tagOf,
  trackCodes,
  unwrapLink,
  writeInstruction,
  type LinkTarget,
  type WordLink,
} from '../mechanics/word-links.ts';
import { CLOSES, copyRuns, isPlain, wrapWords } from '../mechanics/wrap-words.ts';
import { paragraphsOf, type WordFile } from '../../../ooxml/word-file.ts';

const words = {
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  find: textFits(1, 10_000).optional().describe('The words of it that are meant; absent: its only link, or else all of it.'),
};

const setSchema = z
  .strictObject({
    op: z.literal('set_link'),
    ...words,
    url: urlField.optional().describe('Where it leads outside: https://…, mailto:….'),
    to: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Where it leads in the file: the name of a bookmark, or the address of a heading or paragraph.'),
    tip: textFits(1, 250).optional().describe('Shown beside the pointer.'),
    expect: z.string().max(100_000).optional(),
  })
  .refine(({ url, to }) => (url === undefined) !== (to === undefined), { message: 'Give either url or to.', path: ['url'] });
type SetFields = z.infer<typeof setSchema>;

const removeSchema = z.strictObject({ op: z.literal('remove_link'), ...words, expect: z.string().max(100_000).optional() });

/** Links that the words touch. */
const linksAt = (file: WordFile, named: Words): WordLink[] => {
  const runs = new Set(runsOfWords(file, named).map(({ run }) => run));
  return linksOf(named.paragraph).filter((link) => link.runs.some((run) => runs.has(run)));
};

const wordsOf = (file: WordFile, { paragraph }: Words, link: WordLink): Words | undefined => {
  const pieces = file.textOf(paragraph).pieces.filter(({ run }) => link.runs.includes(run));
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const [start, end] = [first.at, last.at + last.text.length];
  return { paragraph, start, end, text: file.textOf(paragraph).text.slice(start, end) };
};

interface Changing {
  file: WordFile;
  context: EditContext;
  named: Words;
  link: WordLink;
  text: Words;
}

/** The one link that is meant, with its words; null where the words lie in none. */
function chooseLink(file: WordFile, named: Words, context: EditContext): Changing | Rejected | null {
  const links = linksAt(file, named);
  const [link] = links;
  if (link === undefined) return null;
  const text = wordsOf(file, named, link);
  if (links.length > 1 || text === undefined)
    return reject(
      'ambiguous_target',
      `${named.paragraph.address} has ${links.length} links there: ${links
        .slice(0, 5)
        .map((one) => `"${tell(wordsOf(file, named, one)?.text ?? '')}"`)
        .join(', ')}; give the words of one as find.`,
      [named.paragraph.address],
    );
  if (named.text !== file.textOf(named.paragraph).text && (named.start < text.start || named.end > text.end))
    return reject('ambiguous_target', `Some of the words are the link "${tell(text.text)}"; give its words, or words beside it.`, [
      named.paragraph.address,
    ]);
  return { file, context, named, link, text };
}

/** The words go where they stand and come again behind the link, in another one or in none: what Word shows as a change. */
function replaceLink(
  { file, context, named, link, text }: Changing,
  around: [open: string, close: string],
  plain: boolean,
): XmlEdit[] | Rejected {
  const { element, runs } = link;
  if (element === undefined) return [];
  if (runs.length === 0 || !runs.every((run) => run.parent === element && isPlain(run)))
    return reject(
      'unsupported',
      `Tracked, the link "${tell(text.text)}" cannot be written again, as it holds more than text; change it directly.`,
      [named.paragraph.address],
    );
  const gone = changeText(file, named.paragraph, [{ start: text.start, end: text.end, text: '' }], context);
  if (isRejected(gone)) return gone;
  const bare = new Map([['rStyle', '']]);
  const copies = copyRuns(file, named.paragraph, runsOfWords(file, text), (run) => (plain && hasLinkStyle(file, run) ? bare : new Map()));
  const come = insertAfter(element, `${around[0]}${openRevision(file, 'ins', context)}>${copies}</${file.w}ins>${around[1]}`);
  // within a bookmark around all of the paragraph, which the link may lead to
  return [...gone, { ...come, order: CLOSES }];
}

type Finish = (opened: OfficePackage) => void;

function planOf(parts: PartEdits[], finishes: readonly Finish[], told: { before: string; after: string }): EditPlan {
  return {
    parts,
    ...told,
    finish: (opened) => {
      for (const finish of finishes) finish(opened);
    },
  };
}

function targetOf(file: WordFile, { url, to }: SetFields): { target: LinkTarget; parts: PartEdits[] } | Rejected {
  if (to === undefined) return { target: { url: url ?? '' }, parts: [] };
  const anchor = needAnchor(file, to);
  return isRejected(anchor) ? anchor : { target: { anchor: anchor.name }, parts: anchor.parts };
}

const describe = (target: LinkTarget): string => ('url' in target ? target.url : `#${target.anchor}`);
const simpleField = ({ named, text }: Changing): Rejected =>
  reject('unsupported', `Tracked, the link "${tell(text.text)}" cannot be changed, as it is a simple field; change it directly.`, [
    named.paragraph.address,
  ]);

function changeLink(changing: Changing, target: LinkTarget, tip: string | undefined, anchors: PartEdits[]): EditPlan | Rejected {
  const { file, context, named, link, text } = changing;
  const { part } = named.paragraph;
  const told = { before: describeLink(file.opened, part, link), after: describe(target) };
  if (told.before === told.after && tip === undefined)
    return reject('no_effect', `The link "${tell(text.text)}" leads to ${told.after} already.`);
  const { edits, adds, drops } = retargetLink(file, part, link, target, tip);
  if (context.mode === 'direct') return planOf([...anchors, { part: part.name, edits }], [...adds, ...drops], told);
  const { element } = link;
  if (element === undefined) {
    const written = writeInstruction(file, part, link, instructionFor(target, tip), context);
    return planOf([...anchors, { part: part.name, edits: written }], [], told);
  }
  if (element.local === 'fldSimple') return simpleField(changing);
  const replaced = replaceLink(changing, [tagOf(part, element, edits), `</${element.name}>`], false);
  return isRejected(replaced) ? replaced : planOf([...anchors, { part: part.name, edits: replaced }], adds, told);
}

function addLink(
  file: WordFile,
  context: EditContext,
  named: Words,
  { target, parts, tip }: { target: LinkTarget; parts: PartEdits[]; tip: string | undefined },
): EditPlan | Rejected {
  const { part } = named.paragraph;
  const style = needStyle(file, 'hyperlink', 'character');
  if (isRejected(style)) return style;
  const made = newLink(file, part, target, tip);
  const edits = wrapWords({
    file,
    context,
    words: named,
    open: `<${file.w}hyperlink${made.attributes}>`,
    close: `</${file.w}hyperlink>`,
    changes: new Map([['rStyle', style.xml]]),
  });
  if (isRejected(edits)) return edits;
  const finishes = [made.finish, style.finish].filter((one) => one !== undefined);
  return planOf([...parts, { part: part.name, edits }], finishes, { before: tell(named.text), after: describe(target) });
}

export const setLink = defineEdit<WordFile, SetFields>({
  op: 'set_link',
  format: 'docx',
  summary: 'Makes words a link to an address, a bookmark or a heading, or lets the link that is there lead elsewhere',
  tracked: true,
  refuses: {
    target_not_found: 'the words, the bookmark or the heading are not there',
    ambiguous_target: 'the words appear more than once, or several links are there',
    read_only_content: 'the words are in a field, in a tracked change, or reach over the edge of a link or a control',
    unsupported: 'tracked, the link holds pictures or notes',
    no_effect: 'it leads there already',
  },
  schema: setSchema,
  plan(file, fields, context) {
    const named = findWords(file, fields);
    if (isRejected(named)) return named;
    const found = targetOf(file, fields);
    if (isRejected(found)) return found;
    const chosen = chooseLink(file, named, context);
    if (chosen === null) return addLink(file, context, named, { ...found, tip: fields.tip });
    return isRejected(chosen) ? chosen : changeLink(chosen, found.target, fields.tip, found.parts);
  },
  examples: [
    {
      name: 'words to an address',
      operation: { op: 'set_link', target: 'p1', find: 'plan', url: 'https://example.org/plan' },
      given: '<w:p><w:r><w:t>the plan</w:t></w:r></w:p>',
      expected: `<w:p><w:r><w:t xml:space="preserve">the </w:t></w:r><w:hyperlink xmlns:r="${R}" r:id="rIdNew1" w:history="1"><w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t xml:space="preserve">plan</w:t></w:r></w:hyperlink></w:p>`,
    },
    {
      name: 'tracked: the words go and come again as a link',
      operation: { op: 'set_link', target: 'p2', to: 'Fees' },
      mode: 'tracked',
      given:
        '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:r><w:t>Fees</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p><w:p><w:r><w:t>see</w:t></w:r></w:p>',
      expected:
        '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:r><w:t>Fees</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p><w:p><w:del w:id="3" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">see</w:delText></w:r></w:del><w:hyperlink w:anchor="Fees" w:history="1"><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>see</w:t></w:r></w:ins></w:hyperlink></w:p>',
    },
    {
      name: 'to a heading, which gets a hidden bookmark',
      operation: { op: 'set_link', target: 'p2', to: 'p1' },
      given: '<w:p><w:r><w:t>Fees</w:t></w:r></w:p><w:p><w:r><w:t>see</w:t></w:r></w:p>',
      expected:
        '<w:p><w:bookmarkStart w:id="1" w:name="_Ref000000505"/><w:r><w:t>Fees</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p><w:p><w:hyperlink w:anchor="_Ref000000505" w:history="1"><w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>see</w:t></w:r></w:hyperlink></w:p>',
    },
    {
      name: 'another bookmark for a link',
      operation: { op: 'set_link', target: 'p1', to: 'B' },
      given:
        '<w:p><w:bookmarkStart w:id="1" w:name="B"/><w:bookmarkEnd w:id="1"/><w:hyperlink w:anchor="A"><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>',
      expected:
        '<w:p><w:bookmarkStart w:id="1" w:name="B"/><w:bookmarkEnd w:id="1"/><w:hyperlink w:anchor="B"><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>',
    },
    {
      name: 'no such bookmark',
      operation: { op: 'set_link', target: 'p1', to: 'Fees' },
      given: '<w:p><w:r><w:t>see</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

function removeAtOnce({ file, context, named, link }: Changing): { edits: XmlEdit[]; drops: Finish[] } {
  const { part } = named.paragraph;
  const { edits, drops } = unwrapLink(part, link);
  const bare = link.runs
    .filter((run) => hasLinkStyle(file, run))
    .flatMap((run) => changeProperties({ file, part, owner: run, list: 'rPr', context }, new Map([['rStyle', '']])));
  return { edits: [...edits, ...bare], drops };
}

function removeTracked(changing: Changing): XmlEdit[] | Rejected {
  const { file, context, named, link } = changing;
  if (link.element?.local === 'fldSimple') return simpleField(changing);
  if (link.element !== undefined) return replaceLink(changing, ['', ''], true);
  const { edits } = removeAtOnce({ ...changing, link: { ...link, codes: [] } });
  return [...trackCodes(file, named.paragraph.part, link.codes, context), ...edits];
}

export const removeLink = defineEdit<WordFile, z.infer<typeof removeSchema>>({
  op: 'remove_link',
  format: 'docx',
  summary: 'Takes a link away; its words stay',
  tracked: true,
  refuses: {
    target_not_found: 'there is no link',
    ambiguous_target: 'several links are there',
    unsupported: 'tracked, the link holds pictures or notes',
  },
  schema: removeSchema,
  plan(file, fields, context) {
    const named = findWords(file, fields);
    if (isRejected(named)) return named;
    const chosen = chooseLink(file, named, context);
    if (chosen === null) return reject('target_not_found', `There is no link in ${named.paragraph.address}.`, linkedParagraphs(file));
    if (isRejected(chosen)) return chosen;
    const { part } = named.paragraph;
    const told = { before: describeLink(file.opened, part, chosen.link), after: '' };
    if (context.mode === 'direct') {
      const { edits, drops } = removeAtOnce(chosen);
      return planOf([{ part: part.name, edits }], drops, told);
    }
    const edits = removeTracked(chosen);
    return isRejected(edits) ? edits : planOf([{ part: part.name, edits }], [], told);
  },
  examples: [
    {
      name: 'its words stay',
      operation: { op: 'remove_link', target: 'p1' },
      given: '<w:p><w:hyperlink w:anchor="A"><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>',
      expected: '<w:p><w:r><w:t>see</w:t></w:r></w:p>',
    },
    {
      name: 'tracked',
      operation: { op: 'remove_link', target: 'p1', find: 'see' },
      mode: 'tracked',
      given: '<w:p><w:hyperlink w:anchor="A"><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>',
      expected:
        '<w:p><w:hyperlink w:anchor="A"><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">see</w:delText></w:r></w:del></w:hyperlink><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>see</w:t></w:r></w:ins></w:p>',
    },
    {
      name: 'no link there',
      operation: { op: 'remove_link', target: 'p1' },
      given: '<w:p><w:r><w:t>see</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

const linkedParagraphs = (file: WordFile): string[] =>
  file.stories
    .flatMap(({ blocks }) => [...paragraphsOf(blocks)])
    .flatMap((paragraph) => (linksOf(paragraph).length > 0 ? [paragraph.address] : []));

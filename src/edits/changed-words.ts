/**
 * What an edit of a Word file has changed that nobody asked for. What no span of an operation names is held against the file as it was:
 * the text around it, styles, lists, notes, comments, relationships and all other parts. In what is named, each kind of operation may
 * change some aspects and no others: one that replaces words leaves comments, bookmarks, notes, fields, numbers and widths as they are.
 */
import { W } from '../ooxml/names.ts';
import { CONTENT_TYPES_PART, contentTypeOf, partNamed, readPartText, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { applyXmlEdits, removeNode, type XmlEdit } from '../ooxml/edit-xml.ts';
import { sidePartOf } from '../ooxml/word-file.ts';
import { elementsOf, parseXml, walkElements, type XmlElement, type XmlTree } from '../ooxml/xml-tree.ts';
import { valueOf } from '../ooxml/word-text.ts';
import { rootOf, windowOf } from './changed-window.ts';
import { ASPECTS, brokenAspects, joinMay, readAspects, type Aspect, type Aspects, type May } from './docx/mechanics/word-aspects.ts';
import { writeSpans, type SpansByPart } from './take-spans.ts';
import { retargeted, type PackageChange } from './retargeted.ts';
import { newlyTorn } from './torn-marks.ts';

export interface WordAsk {
  /** Names of the operations that were done, and `JOINS_PARAGRAPHS` where they have done so. */
  operations: readonly string[];
  /** What they named, in the parts as they were. */
  named: SpansByPart;
  /** The stories as they were read. */
  stories: readonly XmlPart[];
  /** Of a tracked request: a story as the operations make it where they are done at once. */
  meant?: (part: XmlPart) => string;
}

type Allowed = Partial<Record<Aspect, May>>;

/** Of what comes, nothing that was there goes. */
const ADDS: Allowed = {
  text: 'more',
  looks: 'more',
  paragraphs: 'more',
  numbering: 'more',
  tables: 'more',
  objects: 'more',
  bookmarks: 'more',
  notes: 'more',
  fields: 'more',
  links: 'more',
};
/** Of what goes, nothing else comes. */
const TAKES: Allowed = {
  text: 'less',
  looks: 'less',
  paragraphs: 'less',
  numbering: 'less',
  tables: 'less',
  objects: 'less',
  comments: 'less',
  bookmarks: 'less',
  notes: 'less',
  fields: 'less',
  links: 'less',
  controls: 'less',
  revisions: 'less',
};
/** What keeps two tables apart is moved and stays, without words. */
const MOVES: Allowed = {
  ...Object.fromEntries(ASPECTS.map((aspect) => [aspect, 'moved'])),
  looks: 'any',
  paragraphs: 'any',
  numbering: 'any',
};
const LOOKS: Allowed = { looks: 'any', paragraphs: 'any', numbering: 'any', tables: 'any' };
const WORDS_ONLY: Allowed = { text: 'any', looks: 'any', links: 'less' };
const LINKS: Allowed = { links: 'any', fields: 'any', looks: 'any', bookmarks: 'more' };

/** Among the operations that were done: what words that run over ends of paragraphs do besides. */
export const JOINS_PARAGRAPHS = 'joined paragraphs';

/**
 * What an operation may do where it is done at once; what is not named stays. Of operations that are not here (those that settle
 * tracked changes) nothing is held against the file.
 */
const MAY: Readonly<Record<string, Allowed>> = {
  replace_text: WORDS_ONLY,
  [JOINS_PARAGRAPHS]: { paragraphs: 'less', numbering: 'less' },
  rewrite_block: WORDS_ONLY,
  // paragraphs behind the first one go with what is tracked in them
  set_cell_text: { ...WORDS_ONLY, paragraphs: 'less', numbering: 'less', revisions: 'less' },
  insert_blocks: ADDS,
  insert_image: ADDS,
  insert_chart: ADDS,
  insert_text_box: ADDS,
  add_footnote: ADDS,
  delete_block: TAKES,
  delete_footnote: TAKES,
  delete_rows: { ...TAKES, tables: 'any' },
  insert_rows: { ...ADDS, tables: 'any' },
  delete_columns: { ...TAKES, tables: 'any' },
  insert_columns: { ...ADDS, tables: 'any' },
  split_cell: { ...ADDS, tables: 'any' },
  unmerge_cells: { ...ADDS, tables: 'any' },
  merge_cells: { text: 'any', looks: 'less', paragraphs: 'less', numbering: 'less', revisions: 'less', tables: 'any' },
  move_block: MOVES,
  set_format: LOOKS,
  restyle: LOOKS,
  set_link: LINKS,
  remove_link: LINKS,
  add_bookmark: { bookmarks: 'more' },
  delete_bookmark: { bookmarks: 'less' },
  add_comment: { comments: 'more', looks: 'more' },
  reply_comment: { comments: 'more', looks: 'more' },
  delete_comment: { comments: 'less', looks: 'less' },
  resolve_comment: {},
  set_alt_text: {},
  set_chart_data: {},
  set_property: {},
  replace_image: { objects: 'any' },
  // the first of its paragraphs stays
  set_control: { text: 'any', looks: 'any', controls: 'any', paragraphs: 'less', numbering: 'less' },
  add_control: { text: 'any', looks: 'more', controls: 'more' },
  delete_control: { text: 'any', looks: 'any', controls: 'less' },
  refresh_toc: { ...LOOKS, text: 'any', fields: 'any', links: 'any', bookmarks: 'any' },
  insert_section_break: { sections: 'more', paragraphs: 'more', numbering: 'more' },
  delete_section_break: { sections: 'any', paragraphs: 'any', numbering: 'less' },
  set_page: { sections: 'any' },
  set_header_footer: { sections: 'any' },
  set_watermark: { sections: 'any' },
  remove_watermark: { sections: 'any' },
};

/** What they are asked for is all that their part holds. */
const WHOLE_HEADERS = /^(?:set_header_footer|set_watermark|remove_watermark)$/;

const WORDS: Readonly<Record<Aspect, string>> = {
  text: 'words',
  looks: 'formatting of words',
  paragraphs: 'formatting of paragraphs',
  numbering: 'styles and numbers of paragraphs',
  tables: 'properties of tables, their widths among them',
  sections: 'sections',
  objects: 'pictures and drawings',
  comments: 'marks of comments',
  bookmarks: 'bookmarks',
  notes: 'numbers of notes',
  fields: 'fields',
  links: 'links',
  controls: 'content controls',
  revisions: 'tracked changes',
};

/** Settling rewrites whole stories by itself; who asks for it names no spans. */
const SETTLES = /^(?:accept|reject)_revision$/;

/** What one operation after the other may do; undefined where one of them is not known. */
function allowedBy(operations: readonly string[]): ((aspect: Aspect) => May) | undefined {
  const all = operations.map((op) => MAY[op]);
  if (all.includes(undefined)) return undefined;
  return (aspect) => all.reduce((may: May, one) => joinMay(may, one?.[aspect] ?? 'same'), 'same');
}

/** Parts that hold entries, each known by its ids; entries of the second kind may go with what refers to them. */
const KEPT = /^(?:styles|numbering|settings|people)$/;
const REFERRED = /^(?:footnotes|endnotes|comments|commentsEx|commentsIds|commentsExtensible)$/;
const ID = /^(?:styleId|abstractNumId|numId|id|paraId|author|type)$/;

const keyOf = (entry: XmlElement): string =>
  `${entry.local} ${entry.attributes.flatMap(({ local, value }) => (ID.test(local) ? [value] : [])).join(' ')}`;

/** Threads know comments by ids of paragraphs, which an answer gives to what it answers. */
const withoutThread = (xml: string): string => xml.replaceAll(/\s[\w.-]+:paraId="[^"]*"/g, '');

/** Entries of a part that are others than they have to be, or gone. */
function changedEntries(part: string, wanted: XmlTree, found: XmlTree): string[] {
  const { local } = wanted.root;
  const now = Map.groupBy(elementsOf(found.root), keyOf);
  return elementsOf(wanted.root).flatMap((entry) => {
    // told apart for headers that are asked for on even pages
    if (entry.local === 'evenAndOddHeaders') return [];
    const key = keyOf(entry);
    const meant = withoutThread(wanted.source.slice(entry.start, entry.end));
    const same = now.get(key) ?? [];
    if (same.length === 0) return REFERRED.test(local) ? [] : [`${part} has lost ${key}`];
    return same.some(({ start, end }) => withoutThread(found.source.slice(start, end)) === meant) ? [] : [`${key} of ${part} is another`];
  });
}

const isMarkOf = (lost: (id: string) => boolean, one: XmlElement): boolean =>
  one.uri === W && /^comment(?:RangeStart|RangeEnd|Reference)$/.test(one.local) && lost(valueOf(one, 'id') ?? '');

/** A story without the marks of comments that have gone with the words that they were on. */
function withoutLost(tree: XmlTree, after: OfficePackage): string {
  const comments = sidePartOf(after, 'comments');
  const ids = new Set((comments === undefined ? [] : elementsOf(comments.root)).map((one) => valueOf(one, 'id') ?? ''));
  const marks = [...walkElements(tree.root)].filter((one) => isMarkOf((id) => !ids.has(id), one));
  return applyXmlEdits(tree.source, marks.map(removeNode));
}

interface Comparison {
  before: OfficePackage;
  after: OfficePackage;
  ask: WordAsk;
}

/** What differs in a part outside of what was named in it. */
function changedAround({ before, after, ask }: Comparison, part: string, spans: readonly XmlEdit[]): string[] {
  const known = ask.stories.find(({ name }) => name === part)?.source ?? readPartText(before, part).text;
  const wanted = writeSpans(known, spans);
  const { text } = readPartText(after, part);
  if (text === wanted) return [];
  const [meant, found] = [parseXml(wanted), parseXml(text)];
  const { local } = meant.root;
  if (KEPT.test(local) || REFERRED.test(local)) {
    const threads = local === 'commentsEx' && ask.operations.some((op) => /^(?:reply|resolve)_comment$/.test(op));
    return threads ? [] : changedEntries(part, meant, found);
  }
  if (isStory(before, part) && withoutLost(meant, after) === withoutLost(found, after)) return [];
  return [`${part} is another beside what was named`];
}

const STORY =
  /wordprocessingml\.(?:document|template|header|footer|footnotes|endnotes)(?:\.main)?\+xml$|ms-word\.\w+\.macroEnabled\w*\.main\+xml$/;
const isStory = (opened: OfficePackage, part: string): boolean => STORY.test(contentTypeOf(opened, part) ?? '');

/** What is other in a story's named stretches than the operations may make it. */
function changedWithin(part: XmlPart, now: string, may: (aspect: Aspect) => May): string[] {
  if (part.source === now) return [];
  const window = windowOf(part, [now]);
  const read = (text: string): Aspects => readAspects([window === null && text === part.source ? part.root : rootOf(text, window)]);
  return brokenAspects(read(part.source), read(now), may).map((aspect) => `the ${WORDS[aspect]} in ${part.name} are not as they were`);
}

/** Charts are written anew with their figures, which an embedded workbook has too. */
const WRITES_CHARTS = /^(?:set_chart_data|replace_text)$/;
const OF_CHART = /^word\/(?:charts|embeddings)\//i;

/** What nobody named in one of the parts that were there before and still are. */
function unnamedIn(comparison: Comparison, part: string, named: SpansByPart): string[] {
  const { before, ask } = comparison;
  if (part.endsWith('.rels')) return retargeted(comparison, part.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2'));
  if (isStory(before, part) && ask.operations.some((op) => SETTLES.test(op))) return [];
  if (OF_CHART.test(part) && ask.operations.some((op) => WRITES_CHARTS.test(op))) return [];
  return part.endsWith('.xml') ? changedAround(comparison, part, named.get(part) ?? []) : [`${part} is another`];
}

/** Everything wrong with an edited Word file: what is torn, and what is another though nobody asked for it. */
export function faultsOfWordFile({ before, after, changed }: PackageChange, ask: WordAsk): string[] {
  const stays = (part: string): boolean => partNamed(before, part) !== undefined && partNamed(after, part) !== undefined;
  const named: SpansByPart = new Map([...ask.named].map(([part, spans]) => [partNamed(before, part) ?? part, spans]));
  const around = changed
    .filter((part) => part !== CONTENT_TYPES_PART && stays(part))
    .flatMap((part) => unnamedIn({ before, after, ask }, part, named));
  const may = allowedBy(ask.operations);
  const isHeld = ({ name }: XmlPart): boolean =>
    stays(name) && (name === before.mainPart || !ask.operations.some((op) => WHOLE_HEADERS.test(op)));
  const now = (part: XmlPart): string => ask.meant?.(part) ?? readPartText(after, part.name).text;
  const stories = may === undefined ? [] : [...new Set(ask.stories)].filter(isHeld);
  return [
    ...newlyTorn(before, after, changed),
    ...around,
    ...stories.flatMap((part) => (may === undefined ? [] : changedWithin(part, now(part), may))),
  ];
}

/**
 * What an edit of a Word file has torn: ranges of bookmarks and comments with one end, fields without one of theirs, references
 * to notes, comments and parts that are not there. Faults that the file had before are not counted. Told from the tags alone, so that
 * large parts cost little.
 */
import { contentTypeOf, partNamed, readPartText, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';

/** The text may be that of a template or of a file with macros. */
const STORY =
  /wordprocessingml\.(?:document|template|header|footer|footnotes|endnotes|comments)(?:\.main)?\+xml$|ms-word\.\w+\.macroEnabled\w*\.main\+xml$/;
/** Larger parts are not text that anybody wrote. */
const SOURCE_MAX = 48_000_000;
const TAG =
  /<(?:[\w.-]+:)?(bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End)|fldChar|footnoteReference|endnoteReference|commentReference)\b([^>]*)>/g;
const RELATION = /\s(?:r|rel|relationships):(?:id|embed|link|pict|dm|lo|qs|cs)\s*=\s*["']([^"']+)["']/g;
const ID = /:id\s*=\s*["']([^"']*)["']/;
const TYPE = /:fldCharType\s*=\s*["'](\w+)["']/;
const IS_START = /Start$/;

const sourceOf = (opened: OfficePackage, part: string): string => {
  const { text } = readPartText(opened, part);
  return text.length > SOURCE_MAX ? '' : text;
};

/** Ids of notes or comments that the main part's part of this kind holds; null where there is no such part. */
function idsOf(opened: OfficePackage, kind: string, element: string): Set<string> | null {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type.endsWith(`/${kind}`));
  const name = found && partNamed(opened, found.target);
  if (name === undefined) return null;
  const entries = sourceOf(opened, name).matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\b([^>]*)>`, 'g'));
  return new Set(Array.from(entries, ([, attributes = '']) => ID.exec(attributes)?.[1] ?? ''));
}

/** A line for each fault of a part, which may be there several times. */
function tornIn(opened: OfficePackage, part: string): string[] {
  const source = sourceOf(opened, part);
  const open = new Map<string, number>();
  const torn: string[] = [];
  const entries = {
    footnoteReference: idsOf(opened, 'footnotes', 'footnote'),
    endnoteReference: idsOf(opened, 'endnotes', 'endnote'),
    commentReference: idsOf(opened, 'comments', 'comment'),
  };
  const relations = new Set(relationshipsOf(opened, part).map(({ id }) => id));
  for (const [, local = '', attributes = ''] of source.matchAll(TAG)) {
    const id = ID.exec(attributes)?.[1] ?? '';
    if (local === 'fldChar') {
      const kind = TYPE.exec(attributes)?.[1];
      if (kind !== 'separate') open.set('field', (open.get('field') ?? 0) + (kind === 'begin' ? 1 : -1));
    } else if (local in entries) {
      const known = entries[local as keyof typeof entries];
      if (known?.has(id) !== true) torn.push(`${local} ${id} without its entry`);
    } else {
      const range = `${local.replace(/Start$|End$/, '')} ${id}`;
      open.set(range, (open.get(range) ?? 0) + (IS_START.test(local) ? 1 : -1));
    }
  }
  for (const [name, count] of open) if (count !== 0) torn.push(`${name} with one end`);
  for (const [, id = ''] of source.matchAll(RELATION)) if (!relations.has(id)) torn.push(`relationship ${id} that leads nowhere`);
  return torn;
}

/** Faults of the changed parts that were not there before, with the name of the part. */
export function newlyTorn(before: OfficePackage, after: OfficePackage, changed: readonly string[]): string[] {
  return changed.flatMap((part) => {
    if (!STORY.test(contentTypeOf(after, part) ?? '') || partNamed(after, part) === undefined || part.startsWith('[')) return [];
    const known = partNamed(before, part) === undefined ? [] : tornIn(before, part);
    const left = new Map<string, number>();
    for (const fault of known) left.set(fault, (left.get(fault) ?? 0) + 1);
    return tornIn(after, part).flatMap((fault) => {
      const count = left.get(fault) ?? 0;
      left.set(fault, count - 1);
      return count > 0 ? [] : [`${part} has ${fault}`];
    });
  });
}

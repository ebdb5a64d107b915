/** Text of a Word file outside of its paragraphs: `chart1.p1` (titles of charts), `img2.p1` (SmartArt), `img1.alt` (descriptions), `comment2.p1`. */
import { DGM, W } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isRejected, type EditContext } from '../../define-edit.ts';
import { diffWords, type TextChange } from '../../diff-words.ts';
import { foldForFind, type FindFields } from '../../find-text.ts';
import { diagramPlaces } from '../../office/diagram-places.ts';
import { attributePlace, chartPlaces, type TextPlace } from '../../office/text-places.ts';
import { paragraphsOf, type WordFile, type WordParagraph, type WordPicture } from '../../../ooxml/word-file.ts';
import { changeText } from './change-text.ts';
import { readComments } from './word-comments.ts';

/** Only the words that differ are changed: common ones at the ends keep their own formatting. */
const narrow = (change: TextChange, text: string): TextChange[] =>
  diffWords(text.slice(change.start, change.end), change.text).map(({ start, end, text: inner }) => ({
    start: change.start + start,
    end: change.start + end,
    text: inner,
  }));

const paragraphs = new WeakMap<TextPlace, WordParagraph>();

/** The paragraph that was made a place of text. */
export const paragraphOfPlace = (place: TextPlace): WordParagraph | undefined => paragraphs.get(place);

/** A paragraph as a place of text; tracked, changes of it are revisions. */
export function wordPlace(file: WordFile, paragraph: WordParagraph, context: EditContext, kind: 'text' | 'comment' = 'text'): TextPlace {
  const { text } = file.textOf(paragraph);
  const place: TextPlace = {
    address: paragraph.address,
    kind,
    text,
    group: paragraph.element.parent,
    change(changes) {
      const edits = changeText(
        file,
        paragraph,
        changes.flatMap((change) => narrow(change, text)),
        context,
      );
      return isRejected(edits) ? edits : [{ part: paragraph.part.name, edits }];
    },
  };
  paragraphs.set(place, paragraph);
  return place;
}

/** Of a file as it was read, for one way of changing it: hundreds of replacements in one request look through the same paragraphs. */
const placesRead = new WeakMap<WordFile, WeakMap<EditContext, readonly TextPlace[]>>();

/** All paragraphs of the file as places of text, in their order. */
export function paragraphPlacesOf(file: WordFile, context: EditContext): readonly TextPlace[] {
  const read = placesRead.get(file) ?? new WeakMap<EditContext, readonly TextPlace[]>();
  placesRead.set(file, read);
  const known = read.get(context);
  if (known !== undefined) return known;
  const places = file.stories.flatMap(({ blocks }) => [...paragraphsOf(blocks)].map((paragraph) => wordPlace(file, paragraph, context)));
  read.set(context, places);
  return places;
}

const foldedTexts = new WeakMap<readonly TextPlace[], Map<string, readonly string[]>>();

/** Those of the paragraphs of the file in which the text may be, told by texts that are folded once for all operations of a request. */
export function likelyPlacesOf(file: WordFile, context: EditContext, fields: FindFields): readonly TextPlace[] {
  const places = paragraphPlacesOf(file, context);
  const needle = foldForFind(fields.find, fields);
  if (fields.regex === true || needle === '') return places;
  const known = foldedTexts.get(places) ?? new Map<string, readonly string[]>();
  foldedTexts.set(places, known);
  const key = `${fields.exact ?? false} ${fields.match_case ?? true}`;
  const texts = known.get(key) ?? places.map(({ text }) => foldForFind(text, fields));
  known.set(key, texts);
  return places.filter((_, at) => texts[at]?.includes(needle));
}

const hasDiagram = (holder: XmlElement): boolean => [...walkElements(holder)].some(({ local, uri }) => local === 'relIds' && uri === DGM);

function picturePlaces({ opened }: WordFile, { address, chart, part, element }: WordPicture): TextPlace[] {
  const target =
    chart === undefined ? undefined : relationshipsOf(opened, part.name).find(({ id, external }) => id === chart && !external)?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  const holder = element.parent;
  const described = (attributeOf(element, 'descr') ?? '') !== '';
  return [
    ...(name === undefined ? [] : chartPlaces(readXmlPart(opened, name), address)),
    ...(holder === undefined || chart !== undefined || !hasDiagram(holder) ? [] : diagramPlaces(opened, part, holder, address)),
    ...(described ? [attributePlace(part, element, { name: 'descr', address: `${address}.alt`, kind: 'description' })] : []),
  ];
}

/** Words in charts and SmartArt, and what is said of pictures to those who do not see them: never tracked. */
export const picturePlacesOf = (file: WordFile): TextPlace[] => file.pictures.flatMap((picture) => picturePlaces(file, picture));

/** What people wrote in comments, changed at once. */
export function commentPlacesOf(file: WordFile, context: EditContext): TextPlace[] {
  const { part, comments } = readComments(file.opened);
  if (part === undefined) return [];
  return comments.flatMap(({ address, element }) =>
    elementsOf(element, 'p', W).map((paragraph, index) =>
      wordPlace(
        file,
        { kind: 'paragraph', address: `${address}.p${index + 1}`, part, element: paragraph, locked: null, cell: undefined },
        { ...context, mode: 'direct' },
        'comment',
      ),
    ),
  );
}

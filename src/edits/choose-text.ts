/** Which places of a file `replace_text` means: in one paragraph each or over several, once or everywhere, in every format alike. */
import { reject, type Rejected } from './define-edit.ts';
import { faultOfPattern, findText, nearestTexts, oncePerText, preferExact, type FindFields, type FoundText } from './find-text.ts';

export interface SearchedText {
  address: string;
  text: string;
}

export interface HeldText<Place extends SearchedText> {
  place: Place;
  changes: FoundText[];
  /** Its end goes, so that it goes on in these, which follow it; all but the last of them lose theirs too. */
  joined?: readonly Place[];
}

interface ChooseFields extends FindFields {
  target?: string | undefined;
  all?: boolean | undefined;
}

/** Paragraphs over which a text is looked for where no single one holds it. */
const ACROSS_MAX = 20;
const SHOWN_CHARS = 300;
/** Of all replacements of one operation together: a text that is in thousands of places becomes that many times as long. */
const MADE_CHARS_MAX = 20_000_000;

const shown = (text: string): string => text.slice(0, SHOWN_CHARS);

/** Texts that run over the ends of paragraphs that follow each other: a piece of each in each of them. */
function findAcross<Place extends SearchedText>(
  group: readonly Place[],
  fields: ChooseFields,
): { pieces: HeldText<Place>[]; text: string }[] {
  if (group.length < 2) return [];
  const starts: number[] = [];
  let joined = '';
  for (const { text } of group) {
    starts.push(joined.length);
    joined += `${text}\n`;
  }
  return findText(joined, fields).flatMap((found) => {
    const pieces = group.flatMap((place, index): HeldText<Place>[] => {
      const at = starts[index] ?? 0;
      const [start, end] = [Math.max(0, found.start - at), Math.min(place.text.length, found.end - at)];
      const isOutside = start > end || found.start > at + place.text.length || found.end <= at;
      return isOutside ? [] : [{ place, changes: [{ ...found, start, end }] }];
    });
    return pieces.length > 1 && pieces.length <= ACROSS_MAX ? [{ pieces, text: found.text }] : [];
  });
}

/** A line of the replacement over several pieces: each of the last ones keeps its words where the line ends with them. */
function spreadLine<Place extends SearchedText>(line: string, pieces: readonly HeldText<Place>[]): string[] {
  let rest = line;
  const behind = pieces.slice(1).toReversed();
  const texts = behind.map(({ place, changes: [found] }) => {
    const own = place.text.slice(found?.start, found?.end);
    if (!rest.endsWith(own)) return '';
    rest = rest.slice(0, rest.length - own.length);
    return own;
  });
  return [rest, ...texts.toReversed()];
}

/** A line of the replacement for each paragraph, of which there are as many or more: the last line takes in those that are left over. */
function spreadText<Place extends SearchedText>(text: string, pieces: readonly HeldText<Place>[]): HeldText<Place>[] {
  const lines = text.split('\n');
  const last = lines.length - 1;
  const texts = [...lines.slice(0, last), ...spreadLine(lines[last] ?? '', pieces.slice(last))];
  const joined = pieces.slice(last + 1).map(({ place }) => place);
  return pieces.map(({ place, changes }, index) => ({
    place,
    changes: changes.map((change) => ({ ...change, text: texts[index] ?? '' })),
    ...(index === last && joined.length > 0 ? { joined } : {}),
  }));
}

/**
 * The places over several paragraphs with a line of the replacement for each. The ends of the paragraphs stay; where there are fewer
 * lines than paragraphs and ends may go, the last line is that of all others.
 */
function chooseAcross<Place extends SearchedText>(
  groups: readonly (readonly Place[])[],
  fields: ChooseFields,
  { file, joins }: Searched,
): HeldText<Place>[] | Rejected {
  const places = /\s|\\[snW]/.test(fields.find) ? groups.flatMap((group) => findAcross(group, fields)) : [];
  if (places.length === 0)
    return reject(
      'target_not_found',
      `The text "${shown(fields.find)}" is not in ${fields.target ?? file}.`,
      nearestTexts(groups.flat(), fields.find),
    );
  const addresses = places.flatMap(({ pieces }) => pieces.map(({ place }) => place.address));
  if (places.length > 1 && fields.all !== true)
    return reject(
      'ambiguous_target',
      `The text "${shown(fields.find)}" is in ${places.length} places; name a target, or set all.`,
      addresses,
    );
  const fits = (lines: number, paragraphs: number): boolean => lines === paragraphs || (joins && lines < paragraphs);
  if (places.some(({ pieces, text }) => !fits(text.split('\n').length, pieces.length)))
    return reject(
      'unsupported',
      `The text runs over ${addresses.slice(0, ACROSS_MAX).join(', ')}: give a replacement with ${joins ? 'at most a line' : 'a line'} for each of them, or change them one by one.`,
      addresses,
    );
  return places.flatMap(({ pieces, text }) => spreadText(text, pieces));
}

/** What is searched. */
export interface Searched {
  /** What is said where no target is named: "this presentation". */
  file: string;
  /** Whether paragraphs can be made one. */
  joins: boolean;
}

/**
 * @param groups texts that follow each other without anything between them: a text may run from one to the next
 */
export function chooseText<Place extends SearchedText>(
  groups: readonly (readonly Place[])[],
  fields: ChooseFields,
  searched: Searched,
): readonly HeldText<Place>[] | Rejected {
  if (fields.find === fields.replace) return reject('no_effect', 'The text to find and the text to set are the same.');
  const fault = faultOfPattern(fields);
  if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
  const foundIn = oncePerText((text) => findText(text, fields));
  const held = groups.flatMap((group) =>
    group.map((place): HeldText<Place> => ({ place, changes: foundIn(place.text) })).filter(({ changes }) => changes.length > 0),
  );
  if (held.length === 0) return chooseAcross(groups, fields, searched);
  const found = preferExact(held, fields.all);
  const places = found.reduce((sum, { changes }) => sum + changes.length, 0);
  if (places > 1 && fields.all !== true)
    return reject(
      'ambiguous_target',
      `The text "${shown(fields.find)}" is in ${places} places; name a target, give more of the text, or set all.`,
      found.map(({ place }) => place.address),
    );
  const made = found.reduce((sum, { changes }) => changes.reduce((inner, { text }) => inner + text.length, sum), 0);
  if (made > MADE_CHARS_MAX)
    return reject(
      'unsupported',
      `The text is in ${places} places, and the replacements would have ${made} characters together, more than ${MADE_CHARS_MAX}: send a shorter one, or name a target.`,
    );
  return found;
}

/** A text with the changes made. */
export const changedText = (before: string, changes: readonly FoundText[]): string =>
  changes.reduceRight((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), before);

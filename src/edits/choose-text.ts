/** Which places of a file `replace_text` means: in one paragraph each or over several, once or everywhere, in every format alike. */
import { reject, type Rejected } from './define-edit.ts';
import { faultOfPattern, findText, nearestTexts, preferExact, type FindFields, type FoundText } from './find-text.ts';

export interface SearchedText {
  address: string;
  text: string;
}

export interface HeldText<Place extends SearchedText> {
  place: Place;
  changes: FoundText[];
}

interface ChooseFields extends FindFields {
  target?: string | undefined;
  all?: boolean | undefined;
}

/** Paragraphs over which a text is looked for where no single one holds it. */
const ACROSS_MAX = 20;
const SHOWN_CHARS = 300;

const shown = (text: string): string => text.slice(0, SHOWN_CHARS);

/** Texts that run over the ends of paragraphs that follow each other: a piece of each in each of them. */
function findAcross<Place extends SearchedText>(
  group: readonly Place[],
  fields: ChooseFields,
): { pieces: HeldText<Place>[]; text: string }[] {
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

/** The places over several paragraphs with a line of the replacement for each; the ends of the paragraphs stay. */
function chooseAcross<Place extends SearchedText>(
  groups: readonly (readonly Place[])[],
  fields: ChooseFields,
  file: string,
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
  if (places.some(({ pieces, text }) => text.split('\n').length !== pieces.length))
    return reject(
      'unsupported',
      `The text runs over ${addresses.slice(0, ACROSS_MAX).join(', ')}: give a replacement with a line for each of them, or change them one by one.`,
      addresses,
    );
  return places.flatMap(({ pieces, text }) => {
    const lines = text.split('\n');
    return pieces.map(({ place, changes }, index) => ({
      place,
      changes: changes.map((change) => ({ ...change, text: lines[index] ?? '' })),
    }));
  });
}

/**
 * @param groups texts that follow each other without anything between them: a text may run from one to the next
 * @param file what is said where no target is named: "this presentation"
 */
export function chooseText<Place extends SearchedText>(
  groups: readonly (readonly Place[])[],
  fields: ChooseFields,
  file: string,
): readonly HeldText<Place>[] | Rejected {
  if (fields.find === fields.replace) return reject('no_effect', 'The text to find and the text to set are the same.');
  const fault = faultOfPattern(fields);
  if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
  const held = groups.flatMap((group) =>
    group.map((place): HeldText<Place> => ({ place, changes: findText(place.text, fields) })).filter(({ changes }) => changes.length > 0),
  );
  if (held.length === 0) return chooseAcross(groups, fields, file);
  const found = preferExact(held, fields.all);
  const places = found.reduce((sum, { changes }) => sum + changes.length, 0);
  if (places > 1 && fields.all !== true)
    return reject(
      'ambiguous_target',
      `The text "${shown(fields.find)}" is in ${places} places; name a target, give more of the text, or set all.`,
      found.map(({ place }) => place.address),
    );
  return found;
}

/** A text with the changes made. */
export const changedText = (before: string, changes: readonly FoundText[]): string =>
  changes.reduceRight((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), before);

/** `replace_text` over the places of a presentation or workbook. What people wrote in comments is changed only where it is the target. */
import { changedText, chooseText } from '../choose-text.ts';
import { isRejected, reject, type EditPlan, type PartEdits, type Rejected } from '../define-edit.ts';
import { findText, type FindFields } from '../find-text.ts';
import { charsOf, WRITTEN_CHARS_MAX } from '../take-spans.ts';
import type { TextPlace } from './text-places.ts';

interface ReplaceFields extends FindFields {
  target?: string | undefined;
  all?: boolean | undefined;
}

const ADDRESSES_SHOWN = 20;

const listed = (addresses: readonly string[]): string =>
  `${addresses.slice(0, ADDRESSES_SHOWN).join(', ')}${addresses.length > ADDRESSES_SHOWN ? ' and others' : ''}`;

/** Places whose address is the target or begins with it. */
export const placesWithin = <Place extends { address: string }>(places: readonly Place[], target: string): Place[] =>
  places.filter(({ address }) => address === target || address.startsWith(`${target}.`));

function groupsOf(places: readonly TextPlace[]): TextPlace[][] {
  const groups: TextPlace[][] = [];
  let last: unknown;
  for (const place of places) {
    if (place.group === last && place.group !== undefined) groups.at(-1)?.push(place);
    else groups.push([place]);
    last = place.group;
  }
  return groups;
}

export interface Replaced extends EditPlan {
  /** Addresses of the places that were changed. */
  addresses: string[];
}

/**
 * @param places of the whole file, or those of the target
 * @param file what it is called: "this presentation"
 * @param beyond places elsewhere that hold the text and are not changed, each as a person would call it
 */
export function replaceInPlaces(
  places: readonly TextPlace[],
  fields: ReplaceFields,
  file: string,
  beyond: () => readonly string[],
): Replaced | Rejected {
  const isWhole = fields.target === undefined;
  const scope = isWhole ? places.filter(({ kind }) => kind !== 'comment') : places;
  const found = chooseText(groupsOf(scope), fields, { file, joins: false });
  if (isRejected(found)) {
    const comments = isWhole ? places.filter(({ kind, text }) => kind === 'comment' && findText(text, fields).length > 0) : [];
    if (found.rejected.reason !== 'target_not_found' || comments.length === 0) return found;
    const addresses = comments.map(({ address }) => address);
    return reject(
      'target_not_found',
      `The text is in comments alone, which are changed where they are the target: ${listed(addresses)}.`,
      addresses,
    );
  }
  const parts: PartEdits[] = [];
  const addresses: string[] = [];
  const left: string[] = [];
  let written = 0;
  for (const { place, changes } of found) {
    const made = place.change(changes);
    if (isRejected(made)) {
      if (fields.all !== true || found.length === 1) return made;
      left.push(place.address);
      continue;
    }
    parts.push(...made);
    // a cell is written whole: many that show one long text are far more than what is replaced in them
    written += made.reduce((sum, { edits }) => sum + charsOf(edits), 0);
    if (written > WRITTEN_CHARS_MAX)
      return reject(
        'unsupported',
        `The text is in ${found.length} places of ${fields.target ?? file}, which hold more than ${WRITTEN_CHARS_MAX} characters together; name a part of it as target.`,
      );
    addresses.push(place.address);
  }
  if (addresses.length === 0) return reject('read_only_content', `The text is in ${listed(left)} alone, where it cannot be changed.`, left);
  const [first] = found;
  const also =
    isWhole && fields.all === true
      ? [
          ...left,
          ...places.filter(({ kind, text }) => kind === 'comment' && findText(text, fields).length > 0).map(({ address }) => address),
          ...beyond(),
        ]
      : left;
  return {
    parts,
    addresses,
    before: first?.place.text ?? '',
    after: changedText(first?.place.text ?? '', first?.changes ?? []),
    ...(also.length === 0 ? {} : { message: `The text is also in ${listed(also)}, where it was not changed.` }),
  };
}

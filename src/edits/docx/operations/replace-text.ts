import { z } from 'zod';
import { defineEdit, isRejected, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { changedText, chooseText, type HeldText } from '../../choose-text.ts';
import { faultOfPattern, findFields, findText, type FoundText } from '../../find-text.ts';
import { placesWithin } from '../../office/replace-places.ts';
import type { TextPlace } from '../../office/text-places.ts';
import { unreachedText } from '../../office/unreached-text.ts';
import { findTarget, paragraphsOfTarget, tell } from '../mechanics/find-target.ts';
import { joinPlaces } from '../mechanics/join-paragraphs.ts';
import { commentPlacesOf, likelyPlacesOf, paragraphPlacesOf, picturePlacesOf, wordPlace } from '../mechanics/word-places.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Address of a paragraph, cell, row or table, of a description (img1.alt), a chart (chart1), SmartArt (img2) or a comment (comment1); absent: the whole file but comments.',
    ),
  ...findFields,
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

interface Searching {
  file: WordFile;
  fields: Fields;
  context: EditContext;
  /** In charts, SmartArt and descriptions, where nothing can be tracked. */
  beside: TextPlace[];
  comments: TextPlace[];
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
const reaches = ({ mode, intended }: EditContext): boolean => mode === 'direct' && intended !== true;

/** Text of pictures, charts and comments by address: only at once. */
function placesBeside({ fields, context, beside, comments }: Searching, target: string): TextPlace[] | Rejected | null {
  const places = placesWithin([...beside, ...comments], target);
  if (places.length === 0) return null;
  const text = places.map((place) => place.text).join('\n');
  if (fields.expect !== undefined && squeeze(fields.expect) !== squeeze(text))
    return reject('expect_mismatch', `${target} holds "${tell(text)}", which is not what was expected.`, [target]);
  return reaches(context)
    ? places
    : reject('unsupported', `Word keeps no tracked changes of what ${target} says: send it with mode direct.`, [target]);
}

function scopeOf(searching: Searching): TextPlace[] | Rejected {
  const { file, fields, context, beside } = searching;
  if (fields.target === undefined) return [...paragraphPlacesOf(file, context), ...(reaches(context) ? beside : [])];
  const named = file.targets.has(fields.target) ? null : placesBeside(searching, fields.target);
  if (named !== null) return named;
  const target = findTarget(file, { target: fields.target, expect: fields.expect }, ['paragraph', 'cell', 'row', 'table']);
  return isRejected(target) ? target : paragraphsOfTarget(target).map((paragraph) => wordPlace(file, paragraph, context));
}

/** Of the whole file, the paragraphs that may hold the text; null where none does, so that it is looked for over their ends, or something like it. */
function likelyScope({ file, fields, context, beside }: Searching): TextPlace[] | null {
  if (fields.target !== undefined || faultOfPattern(fields) !== null) return null;
  const likely = [...likelyPlacesOf(file, context, fields), ...(reaches(context) ? beside : [])];
  return likely.some(({ text }) => findText(text, fields).length > 0) ? likely : null;
}

/** Where the text is left, as a sentence; undefined where it is nowhere else. */
function leftOver({ file, fields, context, beside, comments }: Searching): string | undefined {
  const places = reaches(context) ? comments : [...beside, ...comments];
  const left = [
    ...places.filter(({ text }) => findText(text, fields).length > 0).map(({ address }) => address),
    ...unreachedText(file.opened, fields),
  ];
  return left.length === 0
    ? undefined
    : `The text is also in ${left.slice(0, 20).join(', ')}, which ${reaches(context) ? 'is changed only where it is the target' : 'cannot be tracked'}.`;
}

/** Of a text that is nowhere but where it is not looked for, that is said. */
function elsewhere(searching: Searching, found: Rejected): Rejected {
  const { fields, context, beside, comments } = searching;
  if (found.rejected.reason !== 'target_not_found' || fields.target !== undefined) return found;
  const places = (reaches(context) ? comments : [...beside, ...comments]).filter(({ text }) => findText(text, fields).length > 0);
  if (places.length === 0) return found;
  const addresses = places.map(({ address }) => address);
  return reject(
    'target_not_found',
    `The text is in ${addresses.slice(0, 20).join(', ')} alone, ${reaches(context) ? 'which is changed where it is the target' : 'which cannot be tracked'}.`,
    addresses,
  );
}

interface Replaced {
  parts: PartEdits[];
  /** The first place that was changed, with what is changed there. */
  first: HeldText<TextPlace> | undefined;
  /** Where the text cannot be changed, and why, as sentences; undefined where it was changed everywhere. */
  left: string | undefined;
}

/** So many matches of a place are tried one by one, each over the whole place. */
const TRIED_MAX = 200;

/** Of what is found in a place, what can be changed there, with its edits. */
function changeablePart({ place, changes }: HeldText<TextPlace>): { changes: FoundText[]; made: PartEdits[] } | Rejected {
  const whole = place.change(changes);
  if (!isRejected(whole)) return { changes, made: whole };
  const some = changes.length === 1 || changes.length > TRIED_MAX ? [] : changes.filter((change) => !isRejected(place.change([change])));
  const made = some.length === 0 ? whole : place.change(some);
  return isRejected(made) ? whole : { changes: some, made };
}

/** The places one by one; with `all`, what cannot be changed is left, but for text that runs over ends of paragraphs: it is changed whole or not at all. */
function replaceFound({ file, fields, context }: Searching, found: readonly HeldText<TextPlace>[]): Replaced | Rejected {
  const parts: PartEdits[] = [];
  const left: { address: string; why: Rejected }[] = [];
  const [any] = found;
  const leaves = fields.all === true && any !== undefined && findText(any.place.text, fields).length > 0;
  let first: HeldText<TextPlace> | undefined;
  for (const held of found) {
    const { place, changes, joined } = held;
    const made = leaves ? changeablePart(held) : place.change(changes);
    if (isRejected(made) && !leaves) return made;
    if (isRejected(made)) {
      left.push({ address: place.address, why: made });
      continue;
    }
    const ends = joined === undefined ? [] : joinPlaces(file, [place, ...joined], context);
    if (isRejected(ends)) return ends;
    const edits = 'made' in made ? made : { changes, made };
    if (edits.changes.length < changes.length) {
      const why = place.change(changes);
      if (isRejected(why)) left.push({ address: place.address, why });
    }
    first ??= { place, changes: edits.changes };
    parts.push(...edits.made, ...ends);
  }
  return first === undefined && left[0] !== undefined ? left[0].why : { parts, first, left: sayLeft(left) };
}

const LEFT_SHOWN = 20;

function sayLeft([first, ...others]: readonly { address: string; why: Rejected }[]): string | undefined {
  if (first === undefined) return undefined;
  const { message } = first.why.rejected;
  const more = others.slice(0, LEFT_SHOWN).map(({ address }) => address);
  const rest = more.length === 0 ? '' : ` It was left in ${more.join(', ')}${others.length > LEFT_SHOWN ? ' and others' : ''}, too.`;
  return `${message}${rest}${message.includes('(TOC)') ? ' refresh_toc writes contents anew.' : ''}`;
}

export const replaceText = defineEdit<WordFile, Fields>({
  op: 'replace_text',
  format: 'docx',
  summary:
    'Replaces words wherever they stand, across runs, and keeps their formatting; untracked also in charts, SmartArt and descriptions',
  tracked: true,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    read_only_content: 'it lies in a field, a formula or a locked control; with `all`, nowhere else',
    no_effect: 'old and new text are the same',
    unsupported: 'it runs over ends of paragraphs, and its replacement has more lines or something else lies between',
  },
  schema,
  plan(file, fields, context) {
    const searching = { file, fields, context, beside: picturePlacesOf(file), comments: commentPlacesOf(file, context) };
    const scope = likelyScope(searching) ?? scopeOf(searching);
    if (isRejected(scope)) return scope;
    const found = chooseText([...Map.groupBy(scope, ({ group }) => group).values()], fields, { file: 'this file', joins: true });
    if (isRejected(found)) return elsewhere(searching, found);
    const made = replaceFound(searching, found);
    if (isRejected(made)) return made;
    const { parts, first, left } = made;
    const joins = found.some(({ joined }) => joined !== undefined) ? { joins: true as const } : {};
    const before = first?.place.text ?? '';
    const after = changedText(before, first?.changes ?? []);
    const also = fields.all === true && fields.target === undefined ? leftOver(searching) : undefined;
    const message = [left, also].filter((one) => one !== undefined).join(' ');
    return { parts, before: tell(before), after: tell(after), ...joins, ...(message === '' ? {} : { message }) };
  },
  examples: [
    {
      name: 'across runs, in the formatting of its beginning',
      operation: { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      given:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>te</w:t></w:r><w:r><w:t>n days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>thirty</w:t></w:r><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'tracked: the run is divided',
      operation: { op: 'replace_text', find: '10', replace: '30' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>in 10 days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">in </w:t></w:r><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">10</w:delText></w:r></w:del><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>30</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'over the end of a paragraph: the two become one, in the formatting of the second',
      operation: { op: 'replace_text', find: 'ends here.\nAnd', replace: 'goes on, and' },
      given: '<w:p><w:r><w:t>It ends here.</w:t></w:r></w:p><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>And more</w:t></w:r></w:p>',
      expected:
        '<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>It goes on, and</w:t></w:r><w:r><w:t xml:space="preserve"> more</w:t></w:r></w:p>',
    },
    {
      name: 'twice there',
      operation: { op: 'replace_text', find: 'a', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'not there',
      operation: { op: 'replace_text', find: 'x', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
    {
      name: 'in a page number',
      operation: { op: 'replace_text', find: '7', replace: '8' },
      expected: { rejected: 'read_only_content' },
      given: '<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>',
    },
  ],
});

/** The spans of a request's operations, gathered part by part: what meets an earlier operation is reported, not mixed with it. */
import { applyXmlEdits, type XmlEdit } from '../ooxml/edit-xml.ts';
import { reject, type EditPlan, type Rejected } from './define-edit.ts';

/** Name of the part → its spans, in the order of the operations. */
export type SpansByPart = Map<string, XmlEdit[]>;

const keyOf = ({ start, end, xml, unique = '', within = '' }: XmlEdit): string => `${start} ${end} ${unique} ${within} ${xml}`;
/** Two operations that set the same attribute alike agree. */
const setsAttribute = ({ start, end, xml }: XmlEdit): boolean => start === end && /^ [\w:]+="[^"]*"$/.test(xml);
/** Two links to one place need the same bookmark there, with the same number. */
const marksPlace = ({ start, end, xml }: XmlEdit): boolean => start === end && /^<[\w.-]*:?bookmark(?:Start|End) [^>]*\/>$/.test(xml);
/** So do those that set the same property alike, such as a first page of its own for a header and for a footer. */
const setsProperty = ({ start, end, unique }: XmlEdit): boolean => start === end && unique !== undefined;
const mayAgree = (edit: XmlEdit): boolean => setsAttribute(edit) || marksPlace(edit) || setsProperty(edit);

/** Keeping white space is no change of its own: where another change takes the tag away, it writes its own. */
const keepsSpace = ({ xml }: XmlEdit): boolean => xml === ' xml:space="preserve"';
const isOwn = (edit: XmlEdit): boolean => !keepsSpace(edit);

function dropSwallowed(edits: readonly XmlEdit[]): XmlEdit[] {
  const spans = edits.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  const swallows = (at: number): boolean => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.start ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return (spans[low - 1]?.end ?? 0) > at;
  };
  return edits.filter((edit) => !keepsSpace(edit) || !swallows(edit.start));
}

const placeOf = ({ start, unique }: XmlEdit): string => `${start} ${unique ?? ''}`;

/** Where an element that is not there yet would come whole, of what comes into it. */
const wholeOf = ({ start, within = '' }: XmlEdit): string => `${start} ${within.replace(/^.*:/, '')}`;

/** Whether one list makes what may come once a second time, or an element whole that the other sets something into. */
function makeTwice(known: readonly XmlEdit[], fresh: readonly XmlEdit[]): boolean {
  const taken = new Set(known.filter(({ unique }) => unique !== undefined).map(placeOf));
  const begun = new Set(known.filter(({ within }) => within !== undefined).map(wholeOf));
  return fresh.some(
    (edit) =>
      (edit.unique !== undefined && (taken.has(placeOf(edit)) || begun.has(placeOf(edit)))) ||
      (edit.within !== undefined && taken.has(wholeOf(edit))),
  );
}

/** Whether a stretch that one list is on is changed inside by the other; what swallows it whole writes it again. */
function guardsMeet(guarding: readonly XmlEdit[], changing: readonly XmlEdit[]): boolean {
  const guards = guarding.flatMap(({ guards: guard }) => guard ?? []);
  if (guards.length === 0) return false;
  const sorted = changing.toSorted((a, b) => a.start - b.start);
  return guards.some(({ start, end }) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (sorted[low]?.start ?? Infinity) < end;
  });
}

/** Whether a span of one list meets one of the other; to touch is not to meet. */
function meet(known: readonly XmlEdit[], fresh: readonly XmlEdit[]): boolean {
  if (guardsMeet(known, fresh) || guardsMeet(fresh, known) || makeTwice(known, fresh)) return true;
  const all = [...known.map((edit) => ({ edit, side: 0 })), ...fresh.map((edit) => ({ edit, side: 1 }))].toSorted(
    (a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end,
  );
  const reach = [-1, -1];
  for (const { edit, side } of all) {
    if (edit.start < (reach[1 - side] ?? -1)) return true;
    // what has a number among others at its place comes into an empty element together with them
    const isTogether = edit.fills !== undefined && edit.order !== undefined;
    reach[side] = Math.max(reach[side] ?? -1, isTogether ? edit.start : edit.end);
  }
  return false;
}

/** The spans of a plan, part by part. */
export function spansOf({ parts }: Pick<EditPlan, 'parts'>): SpansByPart {
  const byPart: SpansByPart = new Map();
  for (const { part, edits } of parts) {
    const all = byPart.get(part) ?? [];
    for (const edit of edits) all.push(edit);
    byPart.set(part, all);
  }
  return byPart;
}

/** What the operations of a request may write into one part: nobody could open what is longer, nor could it be read back. */
export const WRITTEN_CHARS_MAX = 100_000_000;
/** Characters that edits write. */
export const charsOf = (edits: readonly XmlEdit[]): number => edits.reduce((sum, { xml }) => sum + xml.length, 0);

/** The spans of one operation, where they meet none of those that are taken already. */
export function fitSpans(taken: SpansByPart, plan: Pick<EditPlan, 'parts'>): { spans: SpansByPart } | Rejected {
  const byPart = spansOf(plan);
  for (const [part, mine] of byPart) {
    const known = taken.get(part) ?? [];
    const keys = new Set(known.filter(mayAgree).map(keyOf));
    const fresh = mine.filter((edit) => {
      if (!mayAgree(edit)) return true;
      const isNew = !keys.has(keyOf(edit));
      keys.add(keyOf(edit));
      return isNew;
    });
    if (meet(known.filter(isOwn), fresh.filter(isOwn)))
      return reject(
        'overlapping_operation',
        'It changes what an earlier operation of the request changes; send it in a request of its own.',
      );
    if (charsOf(known) + charsOf(fresh) > WRITTEN_CHARS_MAX)
      return reject(
        'unsupported',
        `The operations would write more than ${WRITTEN_CHARS_MAX} characters into ${part}; send them in several requests.`,
      );
    byPart.set(part, fresh);
  }
  return { spans: byPart };
}

export function addSpans(taken: SpansByPart, { spans }: { spans: SpansByPart }): void {
  for (const [part, fresh] of spans) taken.set(part, (taken.get(part) ?? []).concat(fresh));
}

/** The source with all spans written. */
export const writeSpans = (source: string, spans: readonly XmlEdit[]): string => applyXmlEdits(source, dropSwallowed(spans));

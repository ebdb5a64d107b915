/** Places on pages that are marked or redacted: by words, or by a box. */
import type { Box } from '../../../document/rendered-document.ts';
import { isRejected, reject, type Rejected } from '../../define-edit.ts';
import type { Done, PdfWork } from '../define-pdf-edit.ts';
import type { AnnotateFields } from '../operations/annotate.ts';
import type { RedactFields } from '../operations/redact.ts';
import { annotatePage } from './annotate-page.ts';
import { findWords, wordsWithin, type FoundWords } from './find-words.ts';
import { colorOf, DELETED, noPage } from './page-operations.ts';
import { pageContent, runsNow, shownNow } from './pdf-file.ts';
import type { PageBars } from './redact-page.ts';
import { damageAgainst, hasDamagedNotes } from './damaged-objects.ts';
import { saysBeside } from './scrub-file.ts';

const toRgb = (text: string | undefined, fallback: readonly [number, number, number]): readonly [number, number, number] => {
  const { red, green, blue } = colorOf(text, fallback);
  return [red, green, blue];
};

const UNSEARCHED = 'Pages that came in before it are not searched: send it once more, in a request of its own on the result.';

/** Whether pages of other files have come in: nobody has drawn them, so that nothing is known of their words. */
const isUnsearched = ({ file }: PdfWork): boolean => file.pages.slice(file.sent).some((page) => pageContent(page)?.length !== 0);

/** Places that an operation means, by words or by a box. */
function locate(
  work: PdfWork,
  { find, all, page, box }: Pick<RedactFields, 'find' | 'all' | 'page' | 'box'>,
  options: { matchCase: boolean; wholeWord: boolean },
): FoundWords[] | Rejected {
  const { drawn, file, order } = work;
  if (page !== undefined && page > file.sent) return noPage(file);
  if (box !== undefined) {
    if (page === undefined) return reject('ambiguous_target', 'A box needs the page that it lies on.');
    const [left, top, right, bottom] = box;
    if (right <= left || bottom <= top)
      return reject('unsupported', 'The box is empty: left, top, right, bottom in this order, from the upper left corner.');
    const one = { left, top, right, bottom };
    const shown = drawn.pages.find((candidate) => candidate.page === page);
    return [{ page, boxes: [one], text: shown ? wordsWithin(shown, [one]).join(' ') : '' }];
  }
  if (find === undefined) return reject('target_not_found', 'Say which words (find), or which box on which page.');
  const everywhere = findWords(drawn, find, { ...options, page });
  const present = everywhere.filter((one) => order.order.includes(one.page));
  const found = present.length > 0 ? present : everywhere;
  if (found.length === 0) {
    const where = page === undefined ? '' : ` on page ${page}`;
    return reject('target_not_found', `"${find.slice(0, 80)}" is nowhere${where}.${isUnsearched(work) ? ` ${UNSEARCHED}` : ''}`);
  }
  if (found.length > 1 && all !== true)
    return reject('ambiguous_target', `"${find.slice(0, 80)}" is in ${found.length} places; set all, or name the page.`, [
      ...new Set(found.map((one) => `page ${one.page}`)),
    ]);
  return found;
}

const PAD_PT = 0.6;
const padded = (box: Box): Box => ({
  left: box.left - PAD_PT,
  top: box.top - PAD_PT,
  right: box.right + PAD_PT,
  bottom: box.bottom + PAD_PT,
});

/** Why these places cannot be redacted: damaged objects may say what stands there. */
function damageAround({ file }: PdfWork, { find }: RedactFields, found: readonly FoundWords[]): string | undefined {
  const damaged = found.find(({ page }) => hasDamagedNotes(file.pages[page - 1]));
  if (damaged !== undefined)
    return `A note or field of page ${damaged.page} is damaged, and nobody can tell where it lies and what it says: save the file anew with another program first.`;
  return damageAgainst(file.document, [...(find === undefined ? [] : [find]), ...found.map(({ text }) => text)]);
}

export function redactPlaces(work: PdfWork, operation: RedactFields): Done | Rejected {
  const found = locate(work, operation, { matchCase: operation.match_case ?? true, wholeWord: false });
  if (isRejected(found)) {
    // in a field, a bookmark, a property: there is nothing to put a bar on
    if (
      found.rejected.reason !== 'target_not_found' ||
      operation.find === undefined ||
      operation.page !== undefined ||
      !saysBeside(work.file.document, operation.find)
    )
      return found;
    const damage = damageAgainst(work.file.document, [operation.find]);
    if (damage !== undefined) return reject('unsupported', damage);
    work.words.push(operation.find);
    return {
      before: 'beside the pages: properties, bookmarks, fields or notes',
      after: '',
      ...(isUnsearched(work) ? { message: UNSEARCHED } : {}),
    };
  }
  const damage = damageAround(work, operation, found);
  if (damage !== undefined) return reject('unsupported', damage);
  for (const { page, boxes, text } of found) {
    const bars: PageBars = { boxes: operation.box ? boxes : boxes.map(padded), color: toRgb(operation.color, [0, 0, 0]) };
    work.bars.set(page, [...(work.bars.get(page) ?? []), bars]);
    // a word or two of a box are in many places by right
    if (operation.find !== undefined) work.words.push(operation.find);
    if (text.trim().length > 3) work.words.push(text);
  }
  return {
    before: `${found.length} ${found.length === 1 ? 'place' : 'places'} on ${[...new Set(found.map(({ page }) => `page ${page}`))].join(', ').slice(0, 200)}`,
    after: '',
    ...(operation.find !== undefined && isUnsearched(work) ? { message: UNSEARCHED } : {}),
  };
}

export function annotatePlaces(work: PdfWork, operation: AnnotateFields): Done | Rejected {
  const located = locate(work, operation, { matchCase: true, wholeWord: true });
  if (isRejected(located)) return located;
  const found = located.filter(({ page }) => work.order.order.includes(page));
  if (found.length === 0) return reject('overlapping_operation', DELETED);
  const kind = operation.kind ?? 'highlight';
  for (const { page, boxes, text, runs = 0 } of found) {
    const target = work.file.pages[page - 1];
    if (target)
      annotatePage(
        work.file.document,
        target,
        shownNow(work.file, page, boxes),
        {
          kind,
          text: operation.text ?? '',
          color: toRgb(operation.color, kind === 'highlight' ? [1, 0.85, 0.2] : [0.8, 0.1, 0.1]),
          runs: runsNow(work.file, page, runs),
        },
        work.context,
        text,
      );
  }
  return {
    before: found[0]?.text.slice(0, 200) ?? '',
    after: `${kind}${operation.text === undefined ? '' : `: ${operation.text.slice(0, 200)}`}`,
    ...(operation.all === true && isUnsearched(work) ? { message: UNSEARCHED } : {}),
  };
}

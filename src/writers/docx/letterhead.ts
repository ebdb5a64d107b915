/** A letter's head, address and closing (looks §6). The sender is in the first page's header, so that text begins at the window. */
import type { Letterhead } from '../../document/block.ts';
import type { FrontMatter } from '../front-matter.ts';
import type { ClosingLine } from '../letter-closing.ts';
import { borderXml } from './colors.ts';
import type { Draft } from './draft.ts';
import { cellXml, rowXml, tableXml } from './layout-table.ts';
import { headLogoXml } from './head-logo.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { paragraph, spacer } from './paragraph.ts';
import { directionText, runsXml, textRun } from './runs.ts';
import { NEUTRALS } from '../../document/look.ts';
import { maxOf } from '../../base/extremes.ts';

const letterheadOf = (draft: Draft): Letterhead | undefined => {
  const found = draft.document.blocks.find((block) => block.type === 'letterhead');
  return found?.type === 'letterhead' ? found : undefined;
};

const line = (draft: Draft, style: string, text: string, more: { bold?: boolean; tabText?: string } = {}): string =>
  paragraph(draft, {
    style,
    text,
    content:
      textRun(draft, text, more.bold === true ? { bold: true } : {}) +
      (more.tabText === undefined ? '' : `<w:r><w:tab/></w:r>${textRun(draft, more.tabText, { color: NEUTRALS.muted })}`),
  });

/** Address, telephone, mail: what a letterhead sets on the right. */
const CONTACT = /[\d@]|www\.|https?:/i;

/** A letter of 8.5 points, with some room to spare. */
const CONTACT_CHARACTER_DXA = 96;

/** Header of the first page: the sender over a rule, and below it the room that brings the address to the window. */
export function letterheadHeader(draft: Draft): string {
  const head = letterheadOf(draft);
  const own = draft.look.header;
  const [name, ...rest] = head?.from ?? [];
  const logo = headLogoXml(draft, 'left');
  if (name === undefined) return logo + (own === undefined ? '' : line(draft, 'Header', own));
  const tags = rest[0] !== undefined && !CONTACT.test(rest[0]) ? rest.slice(0, 1) : [];
  const contacts = rest.slice(tags.length);
  const width = dxaOfCm(draft.look.page.widthCm - draft.look.page.leftCm - draft.look.page.rightCm);
  // a long name takes what the contact lines leave
  const right = Math.min(width * 0.42, Math.max(width * 0.2, maxOf(contacts.map((text) => text.length * CONTACT_CHARACTER_DXA))));
  const widths = [Math.round(width - right), width - Math.round(width - right)];
  const rule = `<w:tcBorders>${borderXml(draft.slots, 'bottom', { pt: 1, color: draft.look.palette.accent })}</w:tcBorders>`;
  const margins = `<w:tcMar><w:bottom w:w="${dxaOfPt(10)}" w:type="dxa"/></w:tcMar>`;
  const cell = (at: number, content: string): string =>
    cellXml({ widthDxa: widths[at] ?? 0, content, bordersXml: rule, marginsXml: margins, align: 'bottom' });
  const left = logo + line(draft, 'LetterName', name) + tags.map((text) => line(draft, 'LetterTag', text)).join('');
  const shown = contacts.length === 0 ? spacer(draft, 20) : contacts.map((text) => line(draft, 'LetterContact', text)).join('');
  const table = tableXml(draft, {
    widths,
    rows: [rowXml({ cells: [cell(0, left), cell(1, shown)], height: { dxa: dxaOfCm(1.7), rule: 'atLeast' } })],
  });
  return (own === undefined ? '' : line(draft, 'Header', own)) + table + spacer(draft, dxaOfPt(56));
}

/** Header of the pages that follow: to whom, and when. */
export function continuationHeader(draft: Draft): string {
  const head = letterheadOf(draft);
  const left = draft.look.header ?? head?.to[0] ?? '';
  const right = head?.date ?? '';
  if (left === '' && right === '') return '';
  return paragraph(draft, {
    style: 'Header',
    afterDxa: dxaOfPt(14),
    content: `${textRun(draft, left)}<w:r><w:tab/></w:r>${textRun(draft, right)}`,
  });
}

/** Address, date and reference, salutation, subject. */
export function letterOpening(draft: Draft, front: FrontMatter): string {
  const { letterhead, salutation } = front;
  if (letterhead === undefined) return '';
  const address = letterhead.to.map((text, at) => line(draft, 'LetterAddress', text, { bold: at === 0 })).join('');
  const reference = letterhead.reference === undefined ? undefined : `${draft.labels.reference}  ${letterhead.reference}`;
  const date =
    letterhead.date === undefined && reference === undefined
      ? ''
      : line(draft, 'LetterDate', letterhead.date ?? '', reference === undefined ? {} : { tabText: reference });
  const greeting =
    salutation === undefined
      ? ''
      : paragraph(draft, { style: 'LetterSalutation', content: runsXml(draft, salutation.runs), text: directionText(salutation.runs) });
  const subject = letterhead.subject === undefined ? '' : line(draft, 'LetterSubject', letterhead.subject);
  return address + date + greeting + subject;
}

const CLOSING_STYLES: Readonly<Record<ClosingLine['kind'], string>> = {
  closing: 'LetterClosing',
  signer: 'LetterSigner',
  role: 'LetterRole',
  enclosed: 'LetterEnclosed',
};

/** "Yours sincerely," and the lines after it, which stay together. */
export function letterClosing(draft: Draft, lines: readonly ClosingLine[]): string {
  return lines
    .map(({ runs, text, kind }, at) => {
      const next = lines[at + 1]?.kind;
      const kept = at > 0 && next !== undefined && next !== 'enclosed' && kind !== 'enclosed';
      return paragraph(draft, {
        style: CLOSING_STYLES[kind],
        content: runsXml(draft, runs),
        text,
        ...(kept ? { keepNext: true } : {}),
        ...(kind === 'enclosed' && lines[at - 1]?.kind === 'enclosed' ? { beforeDxa: 0 } : {}),
      });
    })
    .join('');
}

/** What a document opens with: cover, title, the grid of a memo, the head of a letter, contents. */
import type { Cover, Letterhead, Toc } from '../../document/block.ts';
import type { Asset } from '../../document/document.ts';
import { headLogo } from '../../document/place-logo.ts';
import { contentsFillPage } from '../../document/estimate-pages.ts';
import type { FrontMatter } from '../front-matter.ts';
import { titleRuns, titleText } from '../typography.ts';
import type { ClosingLine } from '../letter-closing.ts';
import { addNote, hasTitle, outlineLevel, type Draft } from './draft.ts';
import { assetName } from './figures.ts';
import { anchorMarkup, runsMarkup, wordsMarkup } from './runs.ts';
import { array, cm, code, describing, literal, pt, textMarkup } from './text.ts';

/** Everything before the body, in the order of the page. */
export function frontMarkup(draft: Draft, front: FrontMatter): string {
  const parts: string[] = [];
  if (front.letterhead !== undefined && draft.look.type === 'letter') parts.push(letterMarkup(draft, front.letterhead, front));
  if (front.eyebrow !== undefined) parts.push(code(`doc-eyebrow[${textMarkup(front.eyebrow)}]`));
  if (front.title !== undefined)
    parts.push(`${anchorMarkup(draft, front.title.anchor)}${code(`doc-title[${runsMarkup(draft, titleRuns(front.title.runs))}]`)}`);
  else if (front.titleText !== undefined) parts.push(code(`doc-title[${textMarkup(front.titleText)}]`));
  if (front.subtitle !== undefined) parts.push(code(`doc-subtitle[${runsMarkup(draft, front.subtitle)}]`));
  if (front.title !== undefined && (draft.look.type === 'report' || draft.look.type === 'contract')) {
    const line = runsMarkup(draft, front.metadata);
    if (draft.look.titleRule !== false) parts.push(code(`title-rule[${line}]`));
    else if (line !== '') parts.push(code(`block(below: par-space)[${line}]`));
  }
  if (front.facts.length > 0) parts.push(factsMarkup(draft, front));
  return parts.join('\n\n');
}

function factsMarkup(draft: Draft, front: FrontMatter): string {
  const rows = front.facts.map(
    (fact) =>
      `[${textMarkup(fact.label)}], [${fact.strong === true ? code(`strong[${runsMarkup(draft, fact.value)}]`) : runsMarkup(draft, fact.value)}]`,
  );
  return code(`facts(${rows.join(', ')})`);
}

const CONTACT_LINES_MAX = 5;

function letterMarkup(draft: Draft, head: Letterhead, front: FrontMatter): string {
  const lines = head.from.filter((line) => line.trim() !== '');
  const [name = '', ...rest] = lines;
  // five lines and more: a line about the house is under its name
  const tagged = rest.length > 3;
  const tag = tagged ? (rest[0] ?? '') : '';
  const contact = tagged ? rest.slice(1) : rest;
  const shown =
    contact.length <= CONTACT_LINES_MAX
      ? contact
      : [...contact.slice(0, CONTACT_LINES_MAX - 1), contact.slice(CONTACT_LINES_MAX - 1).join(' · ')];
  const parts = [
    lines.length === 0
      ? ''
      : code(
          `letter-head(${literal(name)}, ${tag === '' ? 'none' : literal(tag)}, ${array(shown.map(literal))}, ${headLogoCode(draft) ?? 'none'})`,
        ),
  ];
  parts.push(code(`letter-address(${lines.length > 0}, ${array(head.to.filter((line) => line.trim() !== '').map(literal))})`));
  const reference = head.reference === undefined || head.reference === '' ? '' : `${draft.labels.reference}  ${head.reference}`;
  if ((head.date ?? '') !== '' || reference !== '') parts.push(code(`letter-date(${literal(head.date ?? '')}, ${literal(reference)})`));
  if (front.salutation !== undefined)
    parts.push(code(`block(below: 10pt + par-space - 8pt, par[${runsMarkup(draft, front.salutation.runs)}])`));
  if (head.subject !== undefined && head.subject !== '') parts.push(code(`letter-subject[${wordsMarkup(draft, head.subject)}]`));
  return `${anchorMarkup(draft, head.anchor)}${parts.filter((part) => part !== '').join('\n\n')}`;
}

/** "Yours sincerely," and what follows, on one page. */
export function closingMarkup(draft: Draft, lines: readonly ClosingLine[]): string {
  return code(`letter-closing(${array(lines.map(({ kind, runs }) => `(${literal(kind)}, [${runsMarkup(draft, runs)}])`))})`);
}

/** A letterhead that is not at the head of a letter, a memo or minutes: its lines as a grid. */
export function letterheadMarkup(draft: Draft, head: Letterhead): string {
  const { labels } = draft;
  const rows: [string, string | undefined][] = [
    [labels.from, head.from.join(', ')],
    [labels.to, head.to.join(', ')],
    [labels.date, head.date],
    [labels.reference, head.reference],
    [labels.subject, head.subject],
  ];
  const shown = rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value = '']) => `[${textMarkup(label)}], [${textMarkup(value)}]`);
  return shown.length === 0 ? '' : `${anchorMarkup(draft, head.anchor)}${code(`facts(${shown.join(', ')})`)}`;
}

// ------------------------------------------------------------------------------------------------------ cover, contents

const COVER_COLUMNS_MAX = 4;
const LOGO_CM = { width: 5, height: 1.6 };

export function coverMarkup(draft: Draft, cover: Cover): string {
  const title = cover.title ?? draft.document.title;
  const length = [...title].length;
  const size = length > 110 ? 28 : length > 60 ? 34 : 40;
  const { labels } = draft;
  const facts: [string, string | undefined][] = [
    [labels.organization, cover.organization],
    [labels.preparedBy, cover.author],
    [labels.date, cover.date],
    [labels.version, cover.version],
  ];
  const shown = facts.filter(([, value]) => value !== undefined && value !== '').slice(0, COVER_COLUMNS_MAX);
  const logo = cover.logo === undefined ? undefined : draft.document.assets.get(cover.logo);
  if (cover.logo !== undefined && logo === undefined) {
    addNote(draft, {
      code: 'image_missing',
      severity: 'warning',
      message: `There is no picture ${cover.logo.slice(0, 40)} for the cover.`,
      blockId: cover.id,
    });
  }
  let logoCode = 'none';
  if (logo !== undefined) {
    const wide = logo.width / Math.max(logo.height, 1) > LOGO_CM.width / LOGO_CM.height;
    logoCode = logoImage(draft, logo, cover.organization, wide ? `width: ${LOGO_CM.width}cm` : `height: ${LOGO_CM.height}cm`);
  }
  const given = (text: string | undefined): string => (text === undefined || text.trim() === '' ? 'none' : `[${wordsMarkup(draft, text)}]`);
  const columns = array(shown.map(([label, value = '']) => `([${textMarkup(label)}], [${textMarkup(value)}])`));
  return code(
    `cover-page(${pt(size)}, ${given(cover.eyebrow)}, [${anchorMarkup(draft, cover.anchor)}${wordsMarkup(draft, titleText(title))}], ${given(cover.subtitle)}, ${columns}, ${logoCode})`,
  );
}

function logoImage(draft: Draft, { key, contentType, data }: Asset, organization: string | undefined, size: string): string {
  const name = assetName(key, contentType);
  draft.assets.set(name, data);
  return `image(${literal(`/assets/${name}`)}, alt: ${literal(describing(organization, draft.labels.image))}, ${size})`;
}

/** The house's logo at the head of the first page; undefined where there is none. */
export function headLogoCode(draft: Draft): string | undefined {
  const logo = headLogo(draft.document);
  return logo && logoImage(draft, logo.asset, draft.document.organization, `width: ${cm(logo.widthCm)}`);
}

const THIRD_LEVEL_ENTRIES_MAX = 25;

/** @param afterCover then it has a page of its own */
export function contentsMarkup(draft: Draft, toc: Toc, afterCover: boolean): string {
  const { headings } = draft.references;
  if (headings.length === 0) return '';
  const depth = toc.depth ?? (headings.filter((heading) => heading.level <= 3).length < THIRD_LEVEL_ENTRIES_MAX ? 3 : 2);
  const levels = headings.map(({ level }) => level).filter((level) => level <= depth);
  const breaksAfter = contentsFillPage(levels, draft.look, afterCover);
  const title =
    toc.title === undefined || !hasTitle(toc.title)
      ? textMarkup(draft.labels.contents)
      : runsMarkup(draft, toc.title, { footnotes: 'leave' });
  outlineLevel(draft, 1);
  return `${anchorMarkup(draft, toc.anchor)}${code(`contents-list([${title}], ${depth}, ${afterCover}, ${breaksAfter})`)}`;
}

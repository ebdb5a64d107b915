/**
 * Links: to addresses as hyperlinks, to places in the document as hyperlinks to bookmarks, and references that show
 * their target's number as REF fields, so that Word counts them again when the text changes (ECMA-376-1 §17.16.5.51).
 */
import { plainText, type Run } from '../../document/inline.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { note, type Draft } from './draft.ts';
import { textFieldXml } from './field.ts';
import { decodeAnchor, type Target } from '../references.ts';
import { relate } from './relationships.ts';
import { runXml, type RunOverlay } from './runs.ts';

/** The runs of one link. */
export function linkedRuns(draft: Draft, runs: readonly Run[], link: string, overlay: RunOverlay): string {
  if (link.startsWith('#')) return internalLink(draft, runs, link, overlay);
  if (!isAddress(link)) {
    note(draft, { code: 'link_dropped', severity: 'info', message: `A link to ${link.slice(0, 80)} was left out; its text stands.` });
    return runs.map((run) => runXml(draft, run, overlay)).join('');
  }
  const id = relate(draft.relationships, 'hyperlink', link, true);
  const content = runs
    .map((run) =>
      runXml(draft, run.text === '' && run.footnote === undefined ? { ...run, text: link } : run, { style: 'Hyperlink', ...overlay }),
    )
    .join('');
  return `<w:hyperlink r:id="${id}" w:history="1">${content}</w:hyperlink>`;
}

/** Schemes that a link may have, and no white space or controls: Word calls a file with a malformed target damaged. */
function isAddress(link: string): boolean {
  return (
    /^(https?:\/\/[^\s<>"{}|\\^`]+|mailto:[^\s<>"]+|tel:[+\d().-]+)$/i.test(link) && (/^(mailto|tel):/i.test(link) || URL.canParse(link))
  );
}

function internalLink(draft: Draft, runs: readonly Run[], link: string, overlay: RunOverlay): string {
  const target = draft.references.targets.get(decodeAnchor(link));
  const text = plainText(runs);
  if (target === undefined) {
    note(draft, { code: 'link_target_missing', severity: 'warning', message: `Nothing in the document is marked ${link.slice(0, 80)}.` });
    return runs.map((run) => runXml(draft, run.text === '' ? { ...run, text: decodeAnchor(link) } : run, overlay)).join('');
  }
  if (target.kind !== 'block' && (text.trim() === '' || isNumber(text))) return referenceField(target, text.trim());
  const content = runs.map((run) => runXml(draft, run, { style: 'Hyperlink', ...overlay })).join('');
  return `<w:hyperlink w:anchor="${escapeAttribute(target.bookmark)}" w:history="1">${content}</w:hyperlink>`;
}

/** "6", "2.1", "(a)", "3.2(b)(iv)": text that stands for the target's own number. */
function isNumber(text: string): boolean {
  return /^\s*\(?(\d+(\.\d+)*\.?)?(\([a-z]+\))*\)?\s*$/i.test(text);
}

function referenceField(target: Target, typed: string): string {
  switch (target.kind) {
    case 'clause':
      return textFieldXml(`REF ${target.bookmark} \\w \\h`, target.number);
    case 'caption':
    case 'equation':
      return typed === '' && target.kind === 'caption'
        ? textFieldXml(`REF ${target.bookmark} \\h`, target.label)
        : textFieldXml(`REF ${target.numberBookmark ?? target.bookmark} \\h`, target.number);
    case 'heading':
      return typed !== '' && target.number !== ''
        ? textFieldXml(`REF ${target.bookmark} \\r \\h`, target.number)
        : textFieldXml(`REF ${target.bookmark} \\h`, typed === '' ? target.label : typed);
    case 'block':
      return '';
  }
}

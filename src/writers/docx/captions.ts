/** The line above a table or figure, with a number that Word counts (a SEQ field), and the line below that says where it comes from. */
import { labelsOf, saysSource } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import type { Draft, Place } from './draft.ts';
import { textFieldXml } from './field.ts';
import { bookmarked, indented, paragraph } from './paragraph.ts';
import { directionText, displayXml, textRun } from './runs.ts';

export function captionXml(draft: Draft, block: Block, kind: 'table' | 'figure', runs: readonly Run[] | undefined, place: Place): string {
  if (runs === undefined) return '';
  const caption = draft.references.captions.get(block.id);
  const content = caption === undefined ? '' : numberXml(draft, block, kind, caption) + `<w:r><w:t xml:space="preserve">  </w:t></w:r>`;
  return paragraph(draft, {
    style: 'Caption',
    content: content + displayXml(draft, runs),
    text: directionText(runs),
    leftDxa: indented(place),
    ...(place.room === 'cell' ? { beforeDxa: 0 } : {}),
  });
}

/** "Table 1": the whole and the number alone are marked, so that references can show either. */
function numberXml(draft: Draft, block: Block, kind: 'table' | 'figure', caption: { label: string; number: number }): string {
  const target = draft.references.targets.get(block.anchor ?? '');
  const rPr = '<w:rPr><w:rStyle w:val="CaptionNumber"/></w:rPr>';
  const name = kind === 'table' ? 'Table' : 'Figure';
  const field = textFieldXml(`SEQ ${name} \\* ARABIC`, String(caption.number), rPr);
  const number = target?.numberBookmark === undefined ? field : bookmarked(draft, target.numberBookmark, field);
  const whole = textRun(draft, `${caption.label}\u00a0`, { style: 'CaptionNumber' }) + number;
  return target === undefined ? whole : bookmarked(draft, target.bookmark, whole);
}

/** '' where no source is named. The word "Source:" is added where the author did not write it. */
export function sourceXml(draft: Draft, block: Block, runs: readonly Run[] | undefined, place: Place): string {
  if (runs === undefined || runs.length === 0) return '';
  const text = directionText(runs);
  const label = saysSource(text) ? '' : textRun(draft, `${labelsOf(languageAt(draft.document, block.id)).source} `);
  return paragraph(draft, {
    style: 'Source',
    content: label + displayXml(draft, runs),
    text,
    leftDxa: indented(place),
    ...(place.room === 'cell' ? { afterDxa: 60 } : {}),
  });
}

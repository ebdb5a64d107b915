/** How a document opens: title, subtitle, author and date over a rule, the grid of facts of a memo or minutes. */
import { NEUTRALS } from '../../document/look.ts';
import type { FrontMatter } from '../front-matter.ts';
import { titleRuns } from '../typography.ts';
import { borderXml } from './colors.ts';
import type { Draft, Place } from './draft.ts';
import { cellXml, rowXml, tableXml } from './layout-table.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { paragraph, spacer } from './paragraph.ts';
import { directionText, displayXml, textRun } from './runs.ts';

export function writeFront(draft: Draft, front: FrontMatter, place: Place): string {
  const lines: ((closing: Closing) => string)[] = [];
  const { title, titleText, subtitle, metadata, eyebrow } = front;
  if (eyebrow !== undefined)
    lines.push((closing) => paragraph(draft, { style: 'Eyebrow', content: textRun(draft, eyebrow), text: eyebrow, ...closing }));
  if (title !== undefined) {
    const target = title.anchor === undefined ? undefined : draft.references.targets.get(title.anchor);
    lines.push((closing) => {
      if (target !== undefined) draft.bookmarksPending.push(target.bookmark);
      return paragraph(draft, {
        style: 'Title',
        content: displayXml(draft, titleRuns(title.runs)),
        text: directionText(title.runs),
        ...closing,
      });
    });
  } else if (titleText !== undefined) {
    lines.push((closing) => paragraph(draft, { style: 'Title', content: textRun(draft, titleText), ...closing }));
  }
  if (subtitle !== undefined)
    lines.push((closing) =>
      paragraph(draft, { style: 'Subtitle', content: displayXml(draft, subtitle), text: directionText(subtitle), ...closing }),
    );
  if (metadata.length > 0)
    lines.push((closing) =>
      paragraph(draft, { style: 'Metadata', content: displayXml(draft, metadata), text: directionText(metadata), ...closing }),
    );
  const closing = closingOf(draft, front);
  return lines.map((write, at) => write(at === lines.length - 1 ? closing : {})).join('') + factsXml(draft, front, place);
}

interface Closing {
  bordersXml?: string;
  afterDxa?: number;
}

/** What is below the last line of the head. */
function closingOf({ look, slots }: Draft, front: FrontMatter): Closing {
  if (look.titleRule === false) return {};
  switch (look.type) {
    case 'memo':
    case 'minutes':
      return { afterDxa: dxaOfPt(front.facts.length > 0 || front.subtitle !== undefined ? 14 : 10) };
    case 'letter':
      return {};
    case 'contract':
      return {
        bordersXml: `<w:pBdr>${borderXml(slots, 'bottom', { pt: 0.75, color: look.palette.deep, spacePt: 14 })}</w:pBdr>`,
        afterDxa: dxaOfPt(20),
      };
    default:
      return {
        bordersXml: `<w:pBdr>${borderXml(slots, 'bottom', { pt: 2.25, color: look.palette.accent, spacePt: 10 })}</w:pBdr>`,
        afterDxa: dxaOfPt(20),
      };
  }
}

/** Heavy rules above and below, hair lines between; label muted, subject bold. */
function factsXml(draft: Draft, { facts, body }: FrontMatter, place: Place): string {
  if (facts.length === 0) return '';
  const label = dxaOfCm(draft.look.type === 'minutes' ? 2.6 : 2.4);
  const widths = [label, place.widthDxa - label];
  const rows = facts.map((fact) =>
    rowXml({
      cantSplit: true,
      cells: [
        cellXml({
          widthDxa: label,
          content: paragraph(draft, {
            style: 'FactLabel',
            content: textRun(draft, fact.label, { color: NEUTRALS.muted }),
            text: fact.label,
            keepNext: true,
          }),
        }),
        cellXml({
          widthDxa: widths[1] ?? 0,
          content: paragraph(draft, {
            style: 'FactValue',
            content: displayXml(draft, fact.value, fact.strong === true ? { bold: true } : {}),
            text: directionText(fact.value),
            keepNext: true,
          }),
        }),
      ],
    }),
  );
  return tableXml(draft, { widths, rows, style: 'FactsTable' }) + spacer(draft, dxaOfPt(body[0]?.type === 'heading' ? 8 : 15));
}

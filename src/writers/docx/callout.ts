/** Callouts (looks §5.3): paragraphs that share borders and ground; a cell of its own where more than paragraphs is inside. */
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Block, Callout, Paragraph } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { writeBlocks } from './blocks.ts';
import { borderXml, shadingXml } from './colors.ts';
import { roomDxa, type Draft, type Place } from './draft.ts';
import { calloutColors, calloutStyle } from './furniture-styles.ts';
import { cellXml, rowXml, tableXml } from './layout-table.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { paragraph, settlePending, spacer } from './paragraph.ts';
import { directionText, proseXml, runsXml } from './runs.ts';
import { endWithParagraph } from './table.ts';

/** A longer box may break over two pages. */
const WHOLE_CHARS_MAX = 1_200;

export function writeCallout(draft: Draft, block: Callout, place: Place): string {
  const title: Run[] = block.title ?? [{ text: labelsOf(languageAt(draft.document, block.id))[block.kind] }];
  const simple = place.room !== 'cell' && block.blocks.every((child) => child.type === 'paragraph');
  return simple ? paragraphBox(draft, block, title, place) : cellBox(draft, block, title, place);
}

function paragraphBox(draft: Draft, block: Callout, title: readonly Run[], place: Place): string {
  const style = calloutStyle(block.kind);
  const { callout } = draft.look.roles;
  const texts = block.blocks.filter((child): child is Paragraph => child.type === 'paragraph');
  const whole = texts.reduce((sum, { runs }) => sum + plainText(runs).length, 0) <= WHOLE_CHARS_MAX;
  const left = place.indentDxa > 0 ? { leftDxa: place.indentDxa + dxaOfCm(callout.indentLeftCm ?? 0) } : {};
  const after = dxaOfPt(callout.afterPt);
  // one direction for the whole box: paragraphs of two directions do not join
  const text = directionText(texts[0]?.runs ?? title);
  let xml = paragraph(draft, {
    style: `${style}Title`,
    content: runsXml(draft, title),
    text,
    beforeDxa: place.afterBox === true ? 0 : dxaOfPt(callout.beforePt),
    ...(texts.length === 0 ? { afterDxa: after } : {}),
    ...left,
  });
  for (const [at, { runs }] of texts.entries()) {
    const last = at === texts.length - 1;
    xml += paragraph(draft, {
      style,
      content: proseXml(draft, runs),
      text,
      ...(last ? { afterDxa: after } : whole ? { keepNext: true } : {}),
      ...left,
    });
  }
  return xml;
}

function cellBox(draft: Draft, block: Callout, title: readonly Run[], place: Place): string {
  const { look, slots } = draft;
  const { line, ground } = calloutColors(look, look.type === 'contract' ? 'key' : block.kind);
  const width = roomDxa(place);
  const edges =
    look.forms.callout === 'box'
      ? ['top', 'left', 'bottom', 'right'].map((side) => borderXml(slots, side, { pt: 0.75, color: line })).join('')
      : borderXml(slots, 'left', { pt: 3, color: line });
  const [left, right] = [dxaOfPt(10.5), dxaOfPt(9)];
  const inner: Place = {
    ...place,
    widthDxa: width - left - right,
    indentDxa: 0,
    room: place.room === 'cell' ? 'cell' : 'box',
    style: 'BoxText',
    listDepth: 0,
  };
  const lead = settlePending(draft) + (place.room === 'cell' ? '' : spacer(draft, dxaOfPt(place.afterBox === true ? 1 : 5), true));
  const head = paragraph(draft, {
    style: `Box${calloutStyle(block.kind)}Title`,
    content: runsXml(draft, title),
    text: directionText(title),
  });
  const content = endWithParagraph(draft, head + writeBlocks(draft, block.blocks satisfies Block[], inner));
  const cell = cellXml({
    widthDxa: width,
    content,
    ...(look.forms.callout === 'box' ? {} : { shadingXml: shadingXml(slots, ground) }),
    ...(look.forms.callout === 'filled' ? {} : { bordersXml: `<w:tcBorders>${edges}</w:tcBorders>` }),
    marginsXml: `<w:tcMar><w:top w:w="120" w:type="dxa"/><w:left w:w="${left}" w:type="dxa"/><w:bottom w:w="80" w:type="dxa"/><w:right w:w="${right}" w:type="dxa"/></w:tcMar>`,
  });
  return (
    lead + tableXml(draft, { widths: [width], rows: [rowXml({ cells: [cell] })], indentDxa: place.indentDxa }) + spacer(draft, dxaOfPt(12))
  );
}

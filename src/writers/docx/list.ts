/** Lists: bullets, numbers, tasks, nested as deep as they come; Word counts nine levels, deeper ones stay at the ninth. */
import type { Block, List, ListItem } from '../../document/block.ts';
import { isDefinitionList } from '../../document/definitions.ts';
import type { Run } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';
import { NEUTRALS } from '../../document/look.ts';
import { writeBlocks } from './blocks.ts';
import type { Draft, Place } from './draft.ts';
import { BULLET_NUM_ID, deepestLevel, listIndent, listStyle, numIdOf } from './numbering.ts';
import { dxaOfPt } from './measures.ts';
import { paragraph } from './paragraph.ts';
import { directionText, proseXml } from './runs.ts';

interface ListSetting {
  place: Place;
  definition: 'bullets' | 'numbers';
  numId: number;
  task: boolean;
  /** Left edge of the outermost list. */
  baseDxa: number;
}

export function writeList(draft: Draft, list: List, place: Place): string {
  if (isDefinitionList(list)) return writeDefinitions(draft, list, place);
  const definition = list.ordered ? 'numbers' : 'bullets';
  const numId = list.ordered
    ? numIdOf(draft.lists.push({ definition, level: deepestLevel(place.listDepth), start: list.start ?? 1 }) - 1)
    : BULLET_NUM_ID;
  const task = !list.ordered && list.items.some((item) => item.checked !== undefined);
  const setting: ListSetting = {
    place,
    definition,
    numId,
    task,
    baseDxa: place.listDepth === 0 ? place.indentDxa : (place.listBaseDxa ?? 0),
  };
  let xml = '';
  const count = list.items.length;
  for (const [at, item] of list.items.entries()) {
    // the first item is not left alone at the foot of a page, nor the last one taken over alone
    const paired = place.room === 'body' && place.listDepth === 0 && count > 1 && (at === 0 || at === count - 2) && isShort(item);
    xml += itemXml(
      draft,
      item,
      paired ? { ...setting, place: { ...place, keepNext: true } } : setting,
      (place.listDepth === 0 || place.closesList === true) && at === count - 1,
    );
  }
  return xml;
}

/** Space between a term and what it means. */
const TERM_AFTER_PT = 1;

/** Terms in bold, each with its meaning below it and further in. */
function writeDefinitions(draft: Draft, list: List, place: Place): string {
  const inCell = place.room === 'cell' || place.room === 'footnote';
  const baseDxa = place.listDepth === 0 ? place.indentDxa : (place.listBaseDxa ?? 0);
  const { textDxa } = listIndent('bullets', place.listDepth);
  const inner: Place = {
    ...place,
    room: inCell ? place.room : 'item',
    listDepth: place.listDepth + 1,
    listBaseDxa: baseDxa,
    indentDxa: Math.min(baseDxa + textDxa, Math.max(0, place.widthDxa - 1_700)),
    style: inCell ? (place.style ?? 'TableText') : 'ListContinue',
  };
  return list.items
    .map(({ blocks: [term, ...meaning] }, at) => {
      if (term?.type !== 'paragraph') return '';
      const closes = (place.listDepth === 0 || place.closesList === true) && at === list.items.length - 1;
      const head = paragraph(draft, {
        style: inCell ? place.style : 'ListContinue',
        text: directionText(term.runs),
        content: proseXml(draft, term.runs, { bold: true }),
        leftDxa: place.indentDxa,
        afterDxa: dxaOfPt(TERM_AFTER_PT),
        ...(meaning.length > 0 ? { keepNext: true } : {}),
      });
      return head + (meaning.length === 0 ? '' : writeRest(draft, meaning, { ...inner, closesList: closes }));
    })
    .join('');
}

/** Longer items fill a part of a page that is no loss alone. */
const PAIRED_CHARS_MAX = 320;
const isShort = ({ blocks }: ListItem): boolean => blocks.reduce((sum, block) => sum + blockText(block).length, 0) <= PAIRED_CHARS_MAX;

function itemXml(draft: Draft, item: ListItem, setting: ListSetting, last: boolean): string {
  const [first, ...others] = item.blocks;
  const own = first !== undefined && (first.type === 'paragraph' || first.type === 'heading');
  const rest: readonly Block[] = own ? others : item.blocks;
  const runs: readonly Run[] = own ? first.runs : [];
  const { place, baseDxa, definition } = setting;
  const { textDxa } = listIndent(definition, place.listDepth);
  const inner: Place = {
    ...place,
    room: place.room === 'cell' || place.room === 'footnote' ? place.room : 'item',
    listDepth: place.listDepth + 1,
    listBaseDxa: baseDxa,
    indentDxa: Math.min(baseDxa + textDxa, Math.max(0, place.widthDxa - 1_700)),
    style: place.room === 'cell' ? (place.style ?? 'TableText') : 'ListContinue',
    closesList: last,
  };
  const closes = last && rest.length === 0;
  return (
    itemParagraph(draft, item, setting, {
      runs,
      bold: first?.type === 'heading',
      closes,
      keepNext: place.keepNext === true || (rest.length > 0 && !own),
    }) + (rest.length === 0 ? '' : writeRest(draft, rest, inner))
  );
}

/** Only the last of the blocks ends the list. */
function writeRest(draft: Draft, rest: readonly Block[], inner: Place): string {
  const body = rest.slice(0, -1);
  return (body.length === 0 ? '' : writeBlocks(draft, body, { ...inner, closesList: false })) + writeBlocks(draft, rest.slice(-1), inner);
}

interface ItemText {
  runs: readonly Run[];
  bold: boolean;
  closes: boolean;
  keepNext: boolean;
}

function itemParagraph(draft: Draft, item: ListItem, setting: ListSetting, { runs, bold, closes, keepNext }: ItemText): string {
  const { place, definition, numId, task, baseDxa } = setting;
  const depth = place.listDepth;
  const { textDxa, hangingDxa } = listIndent(definition, depth);
  const inCell = place.room === 'cell' || place.room === 'footnote';
  const overlay = { ...(bold ? { bold } : {}), ...(item.checked === true ? { color: NEUTRALS.muted } : {}) };
  const box = task ? checkboxXml(draft, item.checked === true) : '';
  const moved = baseDxa > 0 || depth > 2 || (task && depth > 0);
  return paragraph(draft, {
    style: inCell ? place.style : task ? 'ListTask' : listStyle(definition, depth),
    text: directionText(runs),
    content: box + proseXml(draft, runs, overlay),
    ...(task ? {} : { list: { level: deepestLevel(depth), numId } }),
    ...(moved
      ? {
          leftDxa: Math.min(baseDxa + textDxa, Math.max(hangingDxa, place.widthDxa - 1_700)),
          hangingDxa: task ? listIndent('bullets', 0).textDxa : hangingDxa,
        }
      : {}),
    ...(closes && !inCell ? { afterDxa: dxaOfPt(task ? 10 : 8) } : {}),
    ...(keepNext ? { keepNext } : {}),
  });
}

/** A box that can be ticked in Word (a content control), then the tab to the text. */
function checkboxXml(draft: Draft, checked: boolean): string {
  draft.controlCount += 1;
  const sign = checked ? '\u2611' : '\u2610';
  return (
    `<w:sdt><w:sdtPr><w:id w:val="${1_000_000 + draft.controlCount}"/><w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/><w14:checkedState w14:val="2611" w14:font="Segoe UI Symbol"/>` +
    `<w14:uncheckedState w14:val="2610" w14:font="Segoe UI Symbol"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:rPr><w:rStyle w:val="TaskBox"/></w:rPr><w:t>${sign}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:tab/></w:r>`
  );
}

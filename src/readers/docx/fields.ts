/** Fields of Word files (ISO/IEC 29500-1 §17.16): their code and result, where they lead, and what those show that have no result. */
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { noteOnce } from '../office/parts.ts';
import { safeLink } from '../office/runs.ts';
import { equationFieldText } from './equation-field.ts';
import { valueOf } from './styles.ts';
import { symbolOf } from './symbols.ts';
import type { WordReading } from './word-reading.ts';

/** Nesting beyond this is no field of a program. */
const FIELDS_MAX = 64;

/** Whether a toggle of runs or of a form is on; undefined where nothing speaks of it. */
export function isOn(properties: XmlElement | undefined, local: string): boolean | undefined {
  const element = properties && firstElementOf(properties, local, W);
  if (!element) return undefined;
  return !/^(?:0|false|off|none)$/.test(attributeOf(element, 'val', W) ?? '1');
}

/** Whether what is read now is shown: it is in no code of a field. */
export const isShown = (reading: WordReading): boolean => reading.fields.every((field) => field.inResult);

/** Takes a mark of a field (`w:fldChar`). @returns what is shown of a field that ends without a result of its own, mostly nothing */
export function turnField(reading: WordReading, element: XmlElement): string {
  const { fields } = reading;
  const type = attributeOf(element, 'fldCharType', W);
  const top = fields.at(-1);
  if (type === 'begin' && fields.length < FIELDS_MAX) fields.push({ code: '', inResult: false, link: undefined, said: false });
  else if (type === 'separate' && top) {
    top.inResult = true;
    top.link = linkOfField(top.code);
    noteField(reading, top.code);
  } else if (type === 'end') {
    const ended = fields.pop();
    return ended && !ended.said && isShown(reading) ? shownWithoutResult(ended.code) : '';
  }
  return '';
}

/**
 * What Word draws of fields for which it keeps no result (§17.16.5.39, .20, .58, .17): the words of a button, a sign of a font, an equation
 * of the older kind.
 */
function shownWithoutResult(code: string): string {
  const [, kind = '', rest = ''] = /^\s*(\w+)\s+([^]*)$/.exec(code) ?? [];
  switch (kind.toUpperCase()) {
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return rest.replace(/^\S+\s*/, '').trim();
    case 'SYMBOL':
      return symbolOfField(rest);
    case 'EQ':
      return equationFieldText(rest);
    default:
      return '';
  }
}

function symbolOfField(rest: string): string {
  const [, number = ''] = /^"?(0x[\da-f]+|\d+)/i.exec(rest) ?? [];
  const point = Number(number);
  if (number === '' || point < 0x20 || point > 0xffff) return '';
  const [, quoted, bare] = /\\f\s*(?:"([^"]*)"|(\S+))/i.exec(rest) ?? [];
  const font = quoted ?? bare;
  const isSign = point <= 0xff && font !== undefined && /symbol|wingdings|webdings/i.test(font);
  return isSign ? symbolOf(font, (0xf000 + point).toString(16)) : String.fromCharCode(point);
}

/** What a box to tick or a list to choose from shows, which is in no run (ISO/IEC 29500-1 §17.16.17). */
export function textOfFormField(element: XmlElement): string {
  const data = firstElementOf(element, 'ffData', W);
  const box = data && firstElementOf(data, 'checkBox', W);
  if (box) return (isOn(box, 'checked') ?? isOn(box, 'default')) ? '☒' : '☐';
  const list = data && firstElementOf(data, 'ddList', W);
  if (!list) return '';
  const entries = elementsOf(list).filter(({ local }) => local === 'listEntry');
  const chosen = entries[Number(valueOf(list, 'result') ?? valueOf(list, 'default') ?? 0)];
  return chosen ? (attributeOf(chosen, 'val', W) ?? '') : '';
}

/** Where the innermost open field that is a link leads. */
export const linkOfOpenFields = (reading: WordReading): string | undefined =>
  reading.fields.findLast((field) => field.link !== undefined)?.link;

/** Where a field leads that is a link. */
export function linkOfField(code: string): string | undefined {
  return safeLink(/^\s*HYPERLINK\s+"([^"]*)"/i.exec(code)?.[1]);
}

/** Says which fields would load something. */
export function noteField(reading: WordReading, code: string): void {
  const name = /^\s*(DDEAUTO|DDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|RD|DATABASE)\b/i.exec(code)?.[1];
  if (name !== undefined)
    noteOnce(
      reading.office,
      'external_reference',
      'warning',
      `A field (${name.toUpperCase()}) loads something from outside; nothing was fetched.`,
    );
}

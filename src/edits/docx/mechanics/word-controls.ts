/** Content controls (`w:sdt`, ISO/IEC 29500-1 §17.5.2): what kind they are, what they hold, and what may be put into them. */
import { W, W14 } from '../../../ooxml/names.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, lockOf, valueOf } from '../../../ooxml/word-text.ts';

/** Ids of new controls are numbers of their own, above this one. */
export const CONTROL_IDS = 700_000_000;

/** Whether a control may have been given its id here, since the marks of its file had none above `idsBefore`. */
export const isNewControl = (id: string, idsBefore: number): boolean => Number(id) > CONTROL_IDS + idsBefore;

type ControlKind = 'text' | 'rich_text' | 'date' | 'dropdown' | 'combo_box' | 'checkbox';

export interface WordControl {
  /** control1, in the order of the file. */
  address: string;
  kind: ControlKind;
  /** Its title, or its tag. */
  name: string;
  part: XmlPart;
  element: XmlElement;
  properties: XmlElement;
  content: XmlElement;
  /** What it shows; '' where that is only a prompt. Of checkboxes `true` or `false`. */
  text: string;
  prompts: boolean;
  items: { text: string; value: string }[];
}

/** Galleries, pictures, repeated sections and bibliographies are no fields that anybody fills. */
const OTHER = /^(?:docPartObj|docPartList|picture|equation|citation|bibliography|group|repeatingSection|repeatingSectionItem)$/;
const KINDS: Readonly<Record<string, ControlKind>> = {
  text: 'text',
  date: 'date',
  dropDownList: 'dropdown',
  comboBox: 'combo_box',
  checkbox: 'checkbox',
};

function kindOf(properties: XmlElement): ControlKind | undefined {
  const children = elementsOf(properties);
  if (children.some(({ local }) => OTHER.test(local))) return undefined;
  const found = children.find(
    ({ uri, local }) => (uri === W && local !== 'checkbox' && local in KINDS) || (uri === W14 && local === 'checkbox'),
  );
  return found === undefined ? 'rich_text' : KINDS[found.local];
}

const itemsOf = (properties: XmlElement): WordControl['items'] =>
  elementsOf(childOf(properties, 'dropDownList') ?? childOf(properties, 'comboBox') ?? properties, 'listItem', W).map((item) => ({
    text: valueOf(item, 'displayText') ?? valueOf(item, 'value') ?? '',
    value: valueOf(item, 'value') ?? '',
  }));

/** The state of a checkbox, as [MS-DOCX] §2.6.1.6 writes it. */
export const checkedOf = (properties: XmlElement): XmlElement | undefined =>
  elementsOf(elementsOf(properties, 'checkbox', W14)[0] ?? properties, 'checked', W14)[0];

function shownText(kind: ControlKind, properties: XmlElement, content: XmlElement, prompts: boolean): string {
  if (kind === 'checkbox') {
    const state = checkedOf(properties);
    return String(state !== undefined && /^(?:1|true|on)$/.test(attributeOf(state, 'val', W14) ?? ''));
  }
  if (prompts) return '';
  const paragraphs = [...walkElements(content)].filter(({ uri, local }) => uri === W && local === 'p');
  return paragraphs.length === 0 ? textOf(content) : paragraphs.map(textOf).join('\n');
}

/** The controls of all texts of the file. */
export function controlsOf(file: WordFile): WordControl[] {
  const controls: WordControl[] = [];
  for (const part of new Set(file.stories.map((story) => story.part))) {
    if (!part.source.includes('sdtPr')) continue;
    for (const element of walkElements(part.root)) {
      if (element.uri !== W || element.local !== 'sdt') continue;
      const [properties, content] = [childOf(element, 'sdtPr'), childOf(element, 'sdtContent')];
      const kind = properties && kindOf(properties);
      if (properties === undefined || content === undefined || kind === undefined) continue;
      const prompts = childOf(properties, 'showingPlcHdr') !== undefined;
      const name = valueOf(childOf(properties, 'alias')) ?? valueOf(childOf(properties, 'tag')) ?? '';
      const text = shownText(kind, properties, content, prompts);
      controls.push({
        address: `control${controls.length + 1}`,
        kind,
        name,
        part,
        element,
        properties,
        content,
        text,
        prompts,
        items: itemsOf(properties),
      });
    }
  }
  return controls;
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** By address, title or tag. @param expect what it must still hold */
export function findControl(file: WordFile, { target, expect }: { target: string; expect?: string | undefined }): WordControl | Rejected {
  const controls = controlsOf(file);
  const isNamed = ({ address, properties }: WordControl): boolean =>
    address === target || ['alias', 'tag'].some((local) => valueOf(childOf(properties, local)) === target);
  const found = controls.filter(isNamed);
  const [control] = found;
  const addresses = (found.length > 0 ? found : controls).map(({ address }) => address);
  if (control === undefined)
    return reject('target_not_found', `There is no content control ${target.slice(0, 100)}; the file has ${controls.length}.`, addresses);
  if (found.length > 1)
    return reject('ambiguous_target', `${found.length} content controls are called ${target.slice(0, 100)}.`, addresses);
  if (expect !== undefined && squeeze(expect) !== squeeze(control.text))
    return reject('expect_mismatch', `${control.address} holds "${control.text.slice(0, 300)}".`, [control.address]);
  return control;
}

/** Why nothing may be put into a control; null where it may. */
export function refuseFilling({ address, element, content }: WordControl): Rejected | null {
  for (let up: XmlElement | undefined = element; up !== undefined; up = up.parent) {
    const lock = up.uri === W && up.local === 'sdt' ? lockOf(up) : null;
    if (lock !== null) return reject('read_only_content', `${address} cannot be filled: ${lock}.`, [address]);
  }
  const held = [...walkElements(content)].find(
    ({ uri, local }) =>
      uri !== W ||
      /^(?:sdt|tbl|tr|drawing|pict|object|ins|del|moveFrom|moveTo|fldChar|fldSimple|footnoteReference|endnoteReference|move(?:From|To)Range(?:Start|End)|customXml\w+)$/.test(
        local,
      ),
  );
  if (held === undefined) return null;
  if (/^(?:ins|del|moveFrom|moveTo|customXml(?:Ins|Del)Range\w+)$/.test(held.local))
    return reject(
      'read_only_content',
      `${address} holds tracked changes already: accept or reject them first, or change its words with replace_text.`,
      [address],
    );
  return reject(
    'read_only_content',
    `${address} holds more than text (${held.local}), which would be lost; change its paragraphs one by one.`,
    [address],
  );
}

const MONTHS = /(?<![A-Za-z])(y{4}|y{2}|M{1,4}|d{1,4})(?![A-Za-z])|'([^']*)'/g;

/** A day in a picture of Word's: `d MMMM yyyy`. @param iso 2027-03-01 */
function formatDay(iso: string, picture: string, language: string): string {
  const day = new Date(`${iso}T00:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day);
  return picture.replaceAll(MONTHS, (whole, token: string | undefined, quoted: string | undefined) => {
    switch (token) {
      case 'yyyy':
        return iso.slice(0, 4);
      case 'yy':
        return iso.slice(2, 4);
      case 'MMMM':
        return part({ month: 'long' });
      case 'MMM':
        return part({ month: 'short' });
      case 'MM':
        return iso.slice(5, 7);
      case 'M':
        return String(Number(iso.slice(5, 7)));
      case 'dddd':
        return part({ weekday: 'long' });
      case 'ddd':
        return part({ weekday: 'short' });
      case 'dd':
        return iso.slice(8, 10);
      case 'd':
        return String(Number(iso.slice(8, 10)));
      default:
        return quoted ?? whole;
    }
  });
}

const UNCHECKED = { state: 'uncheckedState', usual: '2610' };
const CHECKED = { state: 'checkedState', usual: '2612' };

/** The sign that a checkbox shows in a state. */
export function signOf(properties: XmlElement, checked: boolean): string {
  const box = elementsOf(properties, 'checkbox', W14)[0];
  const { state, usual } = checked ? CHECKED : UNCHECKED;
  const code = box && elementsOf(box, state, W14)[0];
  return String.fromCodePoint(Number.parseInt((code && attributeOf(code, 'val', W14)) ?? usual, 16) || 0x2610);
}

/** A day as a control for dates shows it. @param iso 2027-03-01 */
export function shownDay(properties: XmlElement, iso: string): string {
  const date = childOf(properties, 'date');
  const picture = valueOf(date && childOf(date, 'dateFormat')) ?? 'yyyy-MM-dd';
  const language = valueOf(date && childOf(date, 'lid')) ?? 'en-US';
  const known = Intl.DateTimeFormat.supportedLocalesOf([/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language) ? language : 'en-US']);
  return formatDay(iso, picture, known[0] ?? 'en-US');
}

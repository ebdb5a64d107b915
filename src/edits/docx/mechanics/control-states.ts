/**
 * What a control means goes by what it shows once tracked changes in it are settled: Word tracks the sign of a checkbox, the text of a date
 * and the words in place of a prompt, and leaves the state as it was set when they were written.
 */
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { insertAfter, prependContent, removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { W, W14 } from '../../../ooxml/names.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { isRevision, sidePartOf } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Verdict } from './settle-revision.ts';
import { checkedOf, shownDay, signOf } from './word-controls.ts';

/** Names by which controls are found again once their part has changed: their ids; of those without one, the place among such, for as long as all of them are there. */
function keysIn(root: XmlElement): Map<XmlElement, string> {
  const controls = [...walkElements(root)].filter(({ uri, local }) => uri === W && local === 'sdt');
  const idOf = (control: XmlElement): string | undefined => valueOf(childOf(childOf(control, 'sdtPr') ?? control, 'id'));
  const unnamed = controls.filter((control) => idOf(control) === undefined);
  const places = new Map(unnamed.map((control, at) => [control, `${at} of ${unnamed.length}`]));
  return new Map(controls.map((control) => [control, places.get(control) ?? `id ${idOf(control)}`]));
}

/** Keys of the controls in a part that hold such changes, for `settleStates`. */
export function controlsAround(root: XmlElement, isMeant: (element: XmlElement) => boolean): Set<string> {
  const keys = keysIn(root);
  const found = new Set<string>();
  for (const element of keys.size === 0 ? [] : walkElements(root)) {
    if (!isRevision(element) || !isMeant(element)) continue;
    for (let up = element.parent; up !== undefined; up = up.parent) {
      const key = keys.get(up);
      if (key !== undefined) found.add(key);
    }
  }
  return found;
}

/** By what the words of a control are known to be its prompt, whatever its properties say. */
interface PromptSigns {
  /** Ids of the styles in which prompts are written. */
  styles: ReadonlySet<string>;
  /** What the building blocks for prompts hold, by name. */
  texts: ReadonlyMap<string, string>;
}

/** The name of the style for prompts is the same in all languages; the prompt of each control is a building block that the file brings along. */
function promptSigns(opened: OfficePackage): PromptSigns {
  const styles = sidePartOf(opened, 'styles');
  const blocks = sidePartOf(opened, 'glossaryDocument');
  const parts = blocks === undefined ? [] : [...walkElements(blocks.root)].filter(({ uri, local }) => uri === W && local === 'docPart');
  return {
    styles: new Set(
      (styles === undefined ? [] : elementsOf(styles.root, 'style', W))
        .filter((style) => /^placeholder text$/i.test(valueOf(childOf(style, 'name')) ?? ''))
        .map((style) => valueOf(style, 'styleId') ?? ''),
    ),
    texts: new Map(
      parts.flatMap((one): [string, string][] => {
        const [name, body] = [valueOf(childOf(childOf(one, 'docPartPr') ?? one, 'name')), childOf(one, 'docPartBody')];
        return name === undefined || body === undefined ? [] : [[name, textOf(body)]];
      }),
    ),
  };
}

interface Tags {
  properties: XmlElement;
  content: XmlElement;
}

function isPromptStyled({ content }: Tags, { styles }: PromptSigns): boolean {
  const runs = [...walkElements(content)].filter(({ uri, local }) => uri === W && local === 'r');
  return runs.length > 0 && runs.every((run) => styles.has(valueOf(childOf(childOf(run, 'rPr') ?? run, 'rStyle')) ?? ' '));
}

function isPromptText({ properties, content }: Tags, { texts }: PromptSigns): boolean {
  const name = valueOf(childOf(childOf(properties, 'placeholder') ?? properties, 'docPart'));
  const prompt = name === undefined ? undefined : texts.get(name);
  return prompt !== undefined && prompt !== '' && prompt === textOf(content);
}

/** Whether rejecting the change of a prompt can tell that the words which come back only prompt. */
export function isPromptKnown(opened: OfficePackage, tags: Tags): boolean {
  const signs = promptSigns(opened);
  return isPromptStyled(tags, signs) || isPromptText(tags, signs);
}

function checkedEdits(part: XmlPart, properties: XmlElement, shown: string): XmlEdit[] {
  const state = checkedOf(properties);
  const name = state?.attributes.find(({ local, uri }) => local === 'val' && uri === W14)?.name;
  const checked = [true, false].find((one) => signOf(properties, one) === shown);
  if (state === undefined || name === undefined || checked === undefined) return [];
  const is = /^(?:1|true|on)$/.test(attributeOf(state, 'val', W14) ?? '');
  return is === checked ? [] : [setAttribute(part, state, name, checked ? '1' : '0')];
}

function dateEdits(part: XmlPart, properties: XmlElement, date: XmlElement, shown: string): XmlEdit[] {
  const day = date.attributes.find(({ local, uri }) => local === 'fullDate' && uri === W);
  const iso = /^\d{4}-\d\d-\d\d(?=T)/.exec(day?.value ?? '')?.[0];
  if (day === undefined || iso === undefined || shownDay(properties, iso) === shown) return [];
  const gone = removeAttribute(part, date, day.name);
  return gone === null ? [] : [gone];
}

/** What comes before the mark of a prompt among the properties (ISO/IEC 29500-1 §17.5.2.38). */
const BEFORE_PROMPT = /^(?:rPr|alias|tag|id|lock|placeholder|temporary)$/;

function promptEdits(part: XmlPart, { properties }: Tags): XmlEdit[] {
  if (childOf(properties, 'showingPlcHdr') !== undefined) return [];
  const xml = `<${properties.name.slice(0, -properties.local.length)}showingPlcHdr/>`;
  const before = elementsOf(properties).findLast(({ uri, local }) => uri === W && BEFORE_PROMPT.test(local));
  return [before === undefined ? prependContent(part, properties, xml) : insertAfter(before, xml)];
}

/**
 * Gives these controls the state that they show. Those in which something is still to be settled are left.
 * Words that come back are a prompt where they are those of the prompt; somebody may have put in the same ones.
 */
export function settleStates(opened: OfficePackage, name: string, meant: ReadonlySet<string>, verdict: Verdict): void {
  if (meant.size === 0) return;
  const part = readXmlPart(opened, name);
  const signs = promptSigns(opened);
  const edits = [...keysIn(part.root)].flatMap(([control, key]): XmlEdit[] => {
    if (!meant.has(key)) return [];
    const [properties, content] = [childOf(control, 'sdtPr'), childOf(control, 'sdtContent')];
    if (properties === undefined || content === undefined || [...walkElements(content)].some(isRevision)) return [];
    const date = childOf(properties, 'date');
    const shown = textOf(content);
    if (elementsOf(properties, 'checkbox', W14).length > 0) return checkedEdits(part, properties, shown);
    const tags = { properties, content };
    const prompts = isPromptStyled(tags, signs) || (verdict === 'reject' && isPromptText(tags, signs));
    return [...(date === undefined ? [] : dateEdits(part, properties, date, shown)), ...(prompts ? promptEdits(part, tags) : [])];
  });
  editXmlPart(opened, part, edits);
}

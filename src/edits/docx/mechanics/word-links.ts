/**
 * Links of a paragraph: `w:hyperlink` (ISO/IEC 29500-1 §17.16.22) and fields HYPERLINK (§17.16.5.25), which older programs write.
 * What a link is around is text; where it leads is a relationship, a bookmark, or both.
 */
import { OFFICE_RELATIONSHIP, R, W, XML } from '../../../ooxml/names.ts';
import { addRelationship } from '../../../ooxml/change-package.ts';
import {
  applyXmlEdits,
  insertAfter,
  removeAttribute,
  removeNode,
  replaceContent,
  setAttribute,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { EditContext } from '../../define-edit.ts';
import { removeRelated } from '../../office/orphans.ts';
import { runTag } from '../../../ooxml/run-tag.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { cleanRunProperties, openRevision } from './change-text.ts';
import { promiseRelationship } from './promise-relationship.ts';
import { spelled } from './word-names.ts';

export interface WordLink {
  /** `w:hyperlink` or `w:fldSimple`; absent: a field of several runs. */
  element: XmlElement | undefined;
  /** Runs with the marks and the instruction of such a field, which show nothing. */
  codes: XmlElement[];
  /** Runs with its instruction alone. */
  instructions: XmlElement[];
  /** Runs that show its text. */
  runs: XmlElement[];
}

/** Where a link leads: outside, or to a bookmark of the file. */
export type LinkTarget = { url: string } | { anchor: string };

const isLinkField = (instruction: string): boolean => /^\s*HYPERLINK\b/i.test(instruction);
const instructionOf = (run: XmlElement): string =>
  elementsOf(run)
    .filter(({ local }) => local === 'instrText')
    .map(textOf)
    .join('');
const isCode = (run: XmlElement): boolean =>
  elementsOf(run).every(({ local }) => local === 'rPr' || local === 'instrText' || local === 'fldChar');

interface OpenField extends WordLink {
  instruction: string;
  inResult: boolean;
}

function readRun(run: XmlElement, open: OpenField[], links: WordLink[]): void {
  const marks = elementsOf(run).filter(({ uri, local }) => uri === W && local === 'fldChar');
  const kinds = marks.map((mark) => valueOf(mark, 'fldCharType'));
  if (kinds.includes('begin')) open.push({ element: undefined, codes: [], instructions: [], runs: [], instruction: '', inResult: false });
  const field = open.at(-1);
  if (field === undefined) return;
  const instruction = instructionOf(run);
  if (kinds.length === 0 && instruction === '' && field.inResult) for (const one of open) one.runs.push(run);
  else field.codes.push(run);
  if (instruction !== '') {
    field.instruction += instruction;
    field.instructions.push(run);
  }
  if (kinds.includes('separate')) field.inResult = true;
  if (!kinds.includes('end')) return;
  open.pop();
  if (isLinkField(field.instruction) && field.codes.every(isCode)) links.push(field);
}

/** The links of a paragraph, in the order of their ends. Fields that share runs with text are left out: they cannot be taken apart. */
export function linksOf({ element: paragraph }: WordParagraph): WordLink[] {
  const links: WordLink[] = [];
  const open: OpenField[] = [];
  for (const element of walkElements(paragraph)) {
    if (element.uri !== W) continue;
    if (element.local === 'r') readRun(element, open, links);
    else if (element.local === 'hyperlink' || (element.local === 'fldSimple' && isLinkField(valueOf(element, 'instr') ?? '')))
      links.push({
        element,
        codes: [],
        instructions: [],
        runs: [...walkElements(element)].filter(({ uri, local }) => uri === W && local === 'r'),
      });
  }
  return links;
}

/** Where a link leads, as a person would say it: an address, or `#` and a bookmark. */
export function describeLink(opened: OfficePackage, part: XmlPart, link: WordLink): string {
  const { element } = link;
  if (element?.local === 'hyperlink') {
    const id = attributeOf(element, 'id', R);
    const url = relationshipsOf(opened, part.name).find((one) => one.id === id)?.target;
    const anchor = valueOf(element, 'anchor');
    return `${url ?? ''}${anchor === undefined ? '' : `#${anchor}`}`;
  }
  const instruction = element === undefined ? link.instructions.map(instructionOf).join('') : (valueOf(element, 'instr') ?? '');
  const [, local, , target = ''] = /HYPERLINK\s+(\\l\s+)?("?)([^"\s]+)\2/i.exec(instruction) ?? [];
  return local === undefined ? target : `#${target}`;
}

const LINK = `${OFFICE_RELATIONSHIP}hyperlink`;

export interface NewLink {
  /** Attributes of `w:hyperlink`, each with its blank. */
  attributes: string;
  finish?: (opened: OfficePackage) => void;
}

/** @param tip shown beside the pointer */
export function newLink(file: WordFile, part: XmlPart, target: LinkTarget, tip: string | undefined): NewLink {
  const { w, main } = file;
  const more = `${tip === undefined ? '' : ` ${w}tooltip="${escapeAttribute(tip)}"`} ${w}history="1"`;
  if ('anchor' in target) return { attributes: ` ${w}anchor="${escapeAttribute(target.anchor)}"${more}` };
  const id = promiseRelationship(file);
  return {
    attributes: ` xmlns:r="${spelled(main, R)}" r:id="${id}"${more}`,
    finish: (opened) => addRelationship(opened, part.name, { id, type: LINK, target: encodeUrl(target.url), external: true }),
  };
}

/** Blanks and quotes as the addresses of packages write them (RFC 3986 §2.1); what is written so already stays. */
const encodeUrl = (url: string): string => url.replaceAll(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));

/** The relationship of a link, gone where nobody else uses it. */
function dropRelation(part: XmlPart, element: XmlElement): ((opened: OfficePackage) => void) | undefined {
  const id = attributeOf(element, 'id', R);
  if (id === undefined) return undefined;
  const users = [...walkElements(part.root)].filter((one) => one.attributes.some(({ uri, value }) => uri === R && value === id));
  return users.length > 1 ? undefined : (opened) => removeRelated(opened, part.name, [id]);
}

/** The instruction of a field that leads there. */
export const instructionFor = (target: LinkTarget, tip: string | undefined): string =>
  ` HYPERLINK ${'url' in target ? '' : '\\l '}"${'url' in target ? encodeUrl(target.url) : target.anchor}"${tip === undefined ? '' : ` \\o "${tip.replaceAll(/["\\]/g, ' ')}"`} `;

type Finish = (opened: OfficePackage) => void;

export interface ChangedLink {
  edits: XmlEdit[];
  /** Relationships that come, and those that nobody needs afterwards. */
  adds: Finish[];
  drops: Finish[];
}

/** Lets a link lead elsewhere, at once: its text is not touched. */
export function retargetLink(file: WordFile, part: XmlPart, link: WordLink, target: LinkTarget, tip: string | undefined): ChangedLink {
  const { w } = file;
  const { element } = link;
  if (element === undefined) return { edits: writeInstruction(file, part, link, instructionFor(target, tip), null), adds: [], drops: [] };
  if (element.local === 'fldSimple')
    return { edits: [setAttribute(part, element, `${w}instr`, instructionFor(target, tip))], adds: [], drops: [] };
  const known = element.attributes.find(({ uri, local }) => uri === R && local === 'id');
  const drops = [dropRelation(part, element)].filter((one) => one !== undefined);
  const tips = tip === undefined ? [] : [setAttribute(part, element, `${w}tooltip`, tip)];
  const without = (name: string | undefined): XmlEdit[] =>
    [name === undefined ? null : removeAttribute(part, element, name)].filter((one) => one !== null);
  if ('anchor' in target)
    return { edits: [...without(known?.name), setAttribute(part, element, `${w}anchor`, target.anchor), ...tips], adds: [], drops };
  const made = newLink(file, part, target, undefined);
  const id = /r:id="([^"]+)"/.exec(made.attributes)?.[1] ?? '';
  const relation =
    known === undefined
      ? [setAttribute(part, element, 'xmlns:r', spelled(file.main, R)), setAttribute(part, element, 'r:id', id)]
      : [setAttribute(part, element, known.name, id)];
  return {
    edits: [...without(valueOf(element, 'anchor') === undefined ? undefined : `${w}anchor`), ...relation, ...tips],
    adds: made.finish === undefined ? [] : [made.finish],
    drops,
  };
}

/** Another instruction of a field; tracked, the old one is deleted and the new one inserted. */
export function writeInstruction(
  file: WordFile,
  part: XmlPart,
  { instructions }: WordLink,
  instruction: string,
  tracked: EditContext | null,
): XmlEdit[] {
  const { w } = file;
  const [first, ...others] = instructions;
  if (first === undefined) return [];
  const text = `<${w}instrText xml:space="preserve">${escapeText(instruction)}</${w}instrText>`;
  if (tracked === null) {
    const codes = elementsOf(first).filter(({ local }) => local === 'instrText');
    return [
      ...codes.flatMap((code, index) =>
        index > 0 ? [removeNode(code)] : [replaceContent(part, code, escapeText(instruction)), ...keepSpaces(part, code)],
      ),
      ...others.flatMap((run) => elementsOf(run).filter(({ local }) => local === 'instrText')).map(removeNode),
    ];
  }
  const run = `${runTag(part.source, first, `${w}r`)}${cleanRunProperties(part.source, childOf(first, 'rPr'))}${text}</${w}r>`;
  return [
    ...trackCodes(file, part, instructions, tracked),
    insertAfter(instructions.at(-1) ?? first, `${openRevision(file, 'ins', tracked)}>${run}</${w}ins>`),
  ];
}

const keepSpaces = (part: XmlPart, code: XmlElement): XmlEdit[] =>
  attributeOf(code, 'space', XML) === 'preserve' ? [] : [setAttribute(part, code, 'xml:space', 'preserve')];

/** Runs of a field as deleted. */
export function trackCodes(file: WordFile, part: XmlPart, runs: readonly XmlElement[], context: EditContext): XmlEdit[] {
  const { w } = file;
  return runs.flatMap((run) => {
    const xml = part.source
      .slice(run.start, run.end)
      .replaceAll(new RegExp(`(</?${w})instrText\\b`, 'g'), '$1delInstrText')
      .replaceAll(new RegExp(`(</?${w})t\\b(?=[\\s>/])`, 'g'), '$1delText');
    return [{ start: run.start, end: run.end, xml: `${openRevision(file, 'del', context)}>${xml}</${w}del>` }];
  });
}

/** Takes a link away, at once: its words stay where they are. */
export function unwrapLink(part: XmlPart, link: WordLink): ChangedLink {
  const { element } = link;
  if (element === undefined) return { edits: link.codes.map(removeNode), adds: [], drops: [] };
  const drop = element.local === 'hyperlink' ? dropRelation(part, element) : undefined;
  const drops = drop === undefined ? [] : [drop];
  if (element.contentStart === element.end) return { edits: [removeNode(element)], adds: [], drops };
  return {
    edits: [
      { start: element.start, end: element.contentStart, xml: '' },
      { start: element.contentEnd, end: element.end, xml: '' },
    ],
    adds: [],
    drops,
  };
}

/** The opening tag of a link as it is after a change of where it leads. */
export const tagOf = ({ source }: XmlPart, element: XmlElement, edits: readonly XmlEdit[]): string =>
  applyXmlEdits(
    source.slice(element.start, element.contentStart),
    edits.map((edit) => ({ ...edit, start: edit.start - element.start, end: edit.end - element.start })),
  );

/** Whether a run looks like a link by its style. */
export function hasLinkStyle(file: WordFile, run: XmlElement): boolean {
  const properties = childOf(run, 'rPr');
  const id = valueOf(properties && childOf(properties, 'rStyle'));
  if (id === undefined || file.styles === undefined) return false;
  const style = elementsOf(file.styles.root, 'style', W).find((one) => valueOf(one, 'styleId') === id);
  return /^(?:followed)?hyperlink$/i.test(valueOf(style && childOf(style, 'name')) ?? id);
}

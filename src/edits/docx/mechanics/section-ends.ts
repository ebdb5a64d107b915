/**
 * Where a section ends: its properties are those of its last paragraph (ISO/IEC 29500-1 §17.6.18). Word tracks the end of a paragraph and not
 * what its properties hold, so that as a tracked change one end goes and another one comes, of which one alone ends the section.
 */
import { insertAfter, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { setOfNewSection } from './change-properties.ts';
import { openRevision } from './change-text.ts';
import { looksOf } from './paragraph-looks.ts';
import { trackParagraphMark } from './paragraph-mark.ts';
import { isRevisedMark } from './revision-view.ts';

/** The properties of the section that ends with a paragraph. */
export const sectionEndedBy = (paragraph: XmlElement): XmlElement | undefined => childOf(childOf(paragraph, 'pPr') ?? paragraph, 'sectPr');

/** How the end of a paragraph looks: attributes and children of its properties, formatting of its mark. */
interface EndLooks {
  attributes: string;
  before: string;
  mark: string;
}

/** A paragraph of nothing but an end, as a tracked insertion. */
export function insertedEnd(
  file: WordFile,
  section: string,
  context: EditContext,
  looks: EndLooks = { attributes: '', before: '', mark: '' },
): string {
  const { w } = file;
  return `<${w}p><${w}pPr${looks.attributes}>${looks.before}<${w}rPr>${openRevision(file, 'ins', context)}/>${looks.mark}</${w}rPr>${section}</${w}pPr></${w}p>`;
}

/** Why the end of a paragraph cannot be exchanged for another one as a tracked change; null where it can. */
export function refuseExchange({ element, address }: WordParagraph): Rejected | null {
  const properties = childOf(element, 'pPr');
  const numbering = properties && childOf(properties, 'numPr');
  const isChanged = properties !== undefined && childOf(properties, 'pPrChange') !== undefined;
  return isRevisedMark(element) || isChanged || (numbering !== undefined && childOf(numbering, 'ins') !== undefined)
    ? reject(
        'unsupported',
        `The end of ${address} or its formatting is a tracked change itself; accept or reject that first, or send it with mode direct.`,
        [address],
      )
    : null;
}

/** The standard knows none; what another program has put there stays there. */
function attributesOfProperties({ part, element }: WordParagraph): string {
  const properties = childOf(element, 'pPr');
  if (properties === undefined) return '';
  return part.source.slice(properties.start + 1 + properties.name.length, properties.contentStart).replace(/\s*\/?>$/, '');
}

/** The end of a paragraph goes, and one that looks the same comes behind it: with this section, or without any where it is ''. */
export function exchangeEnd(file: WordFile, paragraph: WordParagraph, section: string, context: EditContext): XmlEdit[] {
  const { properties, mark } = looksOf(paragraph);
  const looks = { attributes: attributesOfProperties(paragraph), before: [...properties.values()].join(''), mark };
  return [
    ...trackParagraphMark(file, paragraph, 'del', context),
    insertAfter(paragraph.element, insertedEnd(file, section, context, looks)),
  ];
}

const REFERENCE = /^(?:header|footer)Reference$/;
const keyOf = (reference: XmlElement): string => `${reference.local.replace('Reference', '')} ${valueOf(reference, 'type') ?? 'default'}`;

/**
 * Headers and footers that a section shows because the one in front of it does (ISO/IEC 29500-1 §17.10.5): where that one goes, it has to name them
 * itself. One by one, each with its name among what may come once.
 */
export function inheritedReferences(source: string, gone: XmlElement, next: XmlElement | undefined): { key: string; xml: string }[] {
  const own = new Set((next === undefined ? [] : elementsOf(next)).filter(({ local }) => REFERENCE.test(local)).map(keyOf));
  return elementsOf(gone)
    .filter((child) => REFERENCE.test(child.local) && !own.has(keyOf(child)))
    .map((child) => ({ key: keyOf(child), xml: source.slice(child.start, child.end) }));
}

/** The same as changes of the section behind, which is made where the file says nothing of its last one. */
export function keepReferences(file: WordFile, gone: XmlElement, next: XmlElement | undefined): XmlEdit[] {
  return inheritedReferences(file.main.source, gone, next).map(({ key, xml }) => {
    const unique = `sectPr 00 ${key}`;
    return next === undefined ? setOfNewSection(file, xml, { unique }) : { ...prependContent(file.main, next, xml), unique };
  });
}

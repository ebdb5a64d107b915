/** The content of an Office file as blocks with their addresses: what a client names in `target` and `expect`. */
import { Refusal } from '../base/refusal.ts';
import { openForeignPackage } from '../ooxml/gate.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf } from '../ooxml/xml-tree.ts';
import { textOfTarget } from './docx/find-target.ts';
import { readWordFile, type WordBlock, type WordFile, type WordParagraph } from './docx/word-file.ts';
import { childOf, valueOf, W } from './docx/word-text.ts';

export interface AddressedBlock {
  address: string;
  type: 'heading' | 'paragraph' | 'list_item' | 'table' | 'image' | 'revision' | 'slide' | 'shape' | 'sheet';
  text: string;
  level?: number;
  style?: string;
  rows?: { address: string; cells: { address: string; text: string }[] }[];
  /** Revisions: what it is, and of whom. */
  kind?: string;
  author?: string;
  blocks?: AddressedBlock[];
}

/** Style id → name, and the level of headings. */
function styleNames({ styles }: WordFile): Map<string, string> {
  const all = styles === undefined ? [] : elementsOf(styles.root, 'style', W);
  return new Map(all.map((style) => [valueOf(style, 'styleId') ?? '', valueOf(childOf(style, 'name')) ?? '']));
}

function listParagraph(file: WordFile, paragraph: WordParagraph, names: Map<string, string>): AddressedBlock {
  const properties = childOf(paragraph.element, 'pPr');
  const id = properties && valueOf(childOf(properties, 'pStyle'));
  const style = id === undefined ? undefined : (names.get(id) ?? id);
  const level = Number(/^heading ([1-9])$/i.exec(style ?? '')?.[1] ?? NaN);
  const isList = properties !== undefined && childOf(properties, 'numPr') !== undefined;
  return {
    address: paragraph.address, type: Number.isNaN(level) ? (isList || /^list /i.test(style ?? '') ? 'list_item' : 'paragraph') : 'heading', text: file.textOf(paragraph).text,
    ...(Number.isNaN(level) ? {} : { level }), ...(style === undefined ? {} : { style }),
  };
}

function listBlock(file: WordFile, block: WordBlock, names: Map<string, string>): AddressedBlock {
  if (block.kind === 'paragraph') return listParagraph(file, block, names);
  const rows = block.rows.map((row) => ({ address: row.address, cells: row.cells.map((cell) => ({ address: cell.address, text: textOfTarget(file, cell) })) }));
  return { address: block.address, type: 'table', text: '', rows };
}

function listWord(opened: OfficePackage): AddressedBlock[] {
  const file = readWordFile(opened);
  const names = styleNames(file);
  return [
    ...file.stories.flatMap(({ blocks }) => blocks.map((block) => listBlock(file, block, names))),
    ...file.pictures.map(({ address, element }): AddressedBlock => ({ address, type: 'image', text: attributeOf(element, 'descr') ?? '' })),
    ...file.revisions.map(({ address, element }): AddressedBlock => ({ address, type: 'revision', text: textOf(element), kind: element.local, author: valueOf(element, 'author') ?? '' })),
  ];
}

/** @throws Refusal `file_rejected`, `feature_unavailable` for kinds whose content has no addresses yet */
export function listContent(bytes: Uint8Array): AddressedBlock[] {
  const { value: opened } = openForeignPackage(bytes);
  switch (opened.kind) {
    case 'docx':
      return listWord(opened);
    case 'pptx':
    case 'xlsx':
      throw new Refusal('feature_unavailable', `Addresses in ${opened.kind} files are not available yet.`);
  }
}

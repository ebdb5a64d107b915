/** How wide and high the room for text is at a block, in EMU: from the section that it lies in, or its cell. */
import { W } from '../../../ooxml/names.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { WordBlock, WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const EMU_PER_DXA = 635;
/** A4 within margins of 2.5 cm, where a file does not say. */
const USUAL = { width: 9070, height: 14_000 };

/** A section's properties are at its end: of the body, or in the last paragraph of it. */
export function sectionsOf({ main }: WordFile): XmlElement[] {
  const body = childOf(main.root, 'body');
  return body === undefined ? [] : sectionsIn(body);
}

/** The same of a body that stands for itself. */
export function sectionsIn(body: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (const element of walkElements(body))
    if (element.uri === W && element.local === 'sectPr' && (element.parent === body || element.parent?.local === 'pPr'))
      found.push(element);
  return found;
}

/** For who names a section that is not there. */
export const sayCount = (sections: number): string => `The file has ${sections} section${sections === 1 ? '' : 's'}.`;

const numberOf = (element: XmlElement | undefined, local: string): number | undefined => {
  const value = Number.parseFloat(valueOf(element, local) ?? '');
  return Number.isFinite(value) ? value : undefined;
};

function sectionRoom(section: XmlElement | undefined): { width: number; height: number } {
  const size = section && childOf(section, 'pgSz');
  const margins = section && childOf(section, 'pgMar');
  const [width, height] = [numberOf(size, 'w'), numberOf(size, 'h')];
  if (width === undefined || height === undefined) return USUAL;
  const margin = (side: string): number => Math.abs(numberOf(margins, side) ?? 1440);
  const columns = Math.max(1, numberOf(section && childOf(section, 'cols'), 'num') ?? 1);
  const inner = width - margin('left') - margin('right') - (numberOf(margins, 'gutter') ?? 0);
  return {
    width: Math.max(500, (inner - (columns - 1) * 700) / columns),
    height: Math.max(500, height - margin('top') - margin('bottom')),
  };
}

export function roomAt(file: WordFile, block: WordBlock): { widthEmu: number; heightEmu: number } {
  const room = sectionRoom(
    block.part === file.main ? sectionsOf(file).find(({ start }) => start >= block.element.start) : sectionsOf(file).at(-1),
  );
  const { cell } = block;
  const written = cell && numberOf(childOf(childOf(cell.element, 'tcPr') ?? cell.element, 'tcW'), 'w');
  const columns =
    cell === undefined ? 1 : Math.max(1, elementsOf(childOf(cell.row.table.element, 'tblGrid') ?? cell.element, 'gridCol').length);
  const width =
    cell === undefined
      ? room.width
      : Math.min(room.width, written !== undefined && written > 300 ? written : (room.width / columns) * cell.span) - 220;
  return { widthEmu: Math.round(Math.max(300, width) * EMU_PER_DXA), heightEmu: Math.round(room.height * EMU_PER_DXA) };
}

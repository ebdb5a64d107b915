/**
 * Cells that hold a thing instead of a figure: a picture, a company, a country. For programs that do not know such, the cell
 * says `#VALUE!`; which cells do is determined by their metadata ([MS-XLSX] §2.3.6).
 */
import { childOf, valueOf, type Tag } from '../../ooxml/scan-tags.ts';
import { relatedPart, type PackageFile } from '../package-file.ts';

const numberOf = (tag: Tag | undefined, local: string): number => Number(valueOf(tag, local) ?? Number.NaN);

function firstNamed(tag: Tag, local: string): Tag | undefined {
  if (tag.local === local) return tag;
  for (const child of tag.children) {
    const found = firstNamed(child, local);
    if (found) return found;
  }
  return undefined;
}

/** The `vm` of cells that hold a thing; a rich value that is an error is none. */
export function richValues(file: PackageFile): ReadonlySet<number> {
  const found = new Set<number>();
  const metadata = relatedPart(file, 'sheetMetadata')?.root;
  const values = relatedPart(file, 'rdRichValue')?.root.children.filter(({ local }) => local === 'rv') ?? [];
  const structures = relatedPart(file, 'rdRichValueStructure')?.root.children.filter(({ local }) => local === 's') ?? [];
  const types = childOf(metadata, 'metadataTypes')?.children ?? [];
  const future = metadata?.children.find((one) => one.local === 'futureMetadata' && valueOf(one, 'name') === 'XLRICHVALUE')?.children ?? [];
  for (const [index, block] of (childOf(metadata, 'valueMetadata')?.children ?? []).entries()) {
    const record = block.children.find((one) => one.local === 'rc' && valueOf(types[numberOf(one, 't') - 1], 'name') === 'XLRICHVALUE');
    const named = future[numberOf(record, 'v')];
    const structure = structures[numberOf(values[numberOf(named && firstNamed(named, 'rvb'), 'i')], 's')];
    if (structure && valueOf(structure, 't') !== '_error') found.add(index + 1);
  }
  return found;
}

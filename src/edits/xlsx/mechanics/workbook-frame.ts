/** What sheets of a workbook are held by: their names and parts, shared texts, formats, defined names. Read from the tags alone, when it is wanted. */
import { decodeXml } from '../../../ooxml/decode-xml.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { R } from '../../../ooxml/names.ts';

export interface WorkbookFrame {
  opened: OfficePackage;
  sheets: { name: string; part: string }[];
  /** Name and scope → what it names. */
  names: ReadonlyMap<string, string>;
  stringsPart: string | undefined;
  stylesPart: string | undefined;
  /** Markup of the shared texts, by number. */
  strings(): readonly string[];
  /** How many formats cells may have. */
  formats(): number;
  /** Markup of the formats with that of the fonts, fills, borders and number formats, list by list. */
  formatTexts(): readonly string[];
}

/** A shared text; its markup is the first group. */
export const TEXT_ITEM = /<(?:[\w.-]+:)?si\b(?:[^>]*\/>|[^>]*>([\s\S]*?)<\/(?:[\w.-]+:)?si\s*>)/g;

function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}

export function readWorkbookFrame(opened: OfficePackage): WorkbookFrame {
  const { root } = readXmlPart(opened, opened.mainPart);
  const relations = relationshipsOf(opened, opened.mainPart);
  const partOf = (kind: string): string | undefined => {
    const found = relations.find(({ type, external }) => !external && type.endsWith(`/${kind}`));
    return found && partNamed(opened, found.target);
  };
  const list = firstElementOf(root, 'sheets');
  const sheets = (list === undefined ? [] : elementsOf(list, 'sheet')).flatMap((entry) => {
    const id = attributeOf(entry, 'id', R);
    const found = relations.find((one) => one.id === id);
    const part = found && partNamed(opened, found.target);
    return part === undefined ? [] : [{ name: attributeOf(entry, 'name') ?? '', part }];
  });
  const defined = firstElementOf(root, 'definedNames');
  const names = (defined === undefined ? [] : elementsOf(defined, 'definedName')).map(
    (one) => [`${attributeOf(one, 'name') ?? ''}\t${attributeOf(one, 'localSheetId') ?? ''}`, textOf(one)] as const,
  );
  const [stringsPart, stylesPart] = [partOf('sharedStrings'), partOf('styles')];
  const strings = once(() =>
    stringsPart === undefined
      ? []
      : Array.from(decodeXml(readPart(opened, stringsPart)).text.matchAll(TEXT_ITEM), ([, inner = '']) => inner),
  );
  const styles = once(() => (stylesPart === undefined ? undefined : readXmlPart(opened, stylesPart)));
  const itemsOf = (kind: string): string[] => {
    const part = styles();
    const held = part && firstElementOf(part.root, kind);
    return held === undefined || part === undefined
      ? []
      : elementsOf(held).map(({ start, end }) => `${kind} ${part.source.slice(start, end)}`);
  };
  return {
    opened,
    sheets,
    names: new Map(names),
    stringsPart,
    stylesPart,
    strings,
    formats: once(() => itemsOf('cellXfs').length),
    // a list that grows would move those behind it
    formatTexts: once(() => itemsOf('cellXfs')),
  };
}

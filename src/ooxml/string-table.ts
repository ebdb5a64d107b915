/** The table of strings of a workbook (ISO/IEC 29500-1 §18.4): read one by one, as a large one is not made a tree for a few of them. */
import { decodeXml } from './decode-xml.ts';
import { partNamed, readPart, relationshipsOf, type OfficePackage } from './office-package.ts';
import { createPartCache } from './part-cache.ts';
import { findElement } from './sheet-text.ts';
import { unescapeText } from './xml-text.ts';

export interface StringTable {
  /** Of the part's names, with its colon; often ''. */
  prefix: string;
  /** Content of each `si`. */
  items: readonly string[];
  /** As it is shown; '' where there is no such item. */
  text(index: number): string;
}

const keptTable = createPartCache<StringTable>();
const EMPTY: StringTable = { prefix: '', items: [], text: () => '' };

/** Kept until the part is changed. @throws Refusal file_rejected where the part is damaged */
export function readStringTable(opened: OfficePackage): StringTable {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/sharedStrings'));
  const name = found && partNamed(opened, found.target);
  return name === undefined ? EMPTY : keptTable(opened, name, () => readTable(decodeXml(readPart(opened, name)).text));
}

function readTable(source: string): StringTable {
  const prefix = /<((?:[\w.-]+:)?)sst[\s>]/.exec(source)?.[1] ?? '';
  const items: string[] = [];
  for (
    let item = findElement(source, `${prefix}si`, 0, source.length);
    item !== null;
    item = findElement(source, `${prefix}si`, item.end, source.length)
  )
    items.push(source.slice(item.contentStart, item.contentEnd));
  const texts: (string | undefined)[] = [];
  return { prefix, items, text: (index) => (texts[index] ??= richText(items[index] ?? '', prefix)) };
}

/** `<t>text</t>` and nothing else: nearly every string. */
const PLAIN = /^\s*<(?:[\w.-]+:)?t(?:\s[^<>]*[^<>/])?>([^<]*)<\/[\w.:-]+>\s*$/;

/** Text of `si` or `is`: its own and that of its runs, without the readings of Asian signs. */
export function richText(xml: string, prefix: string): string {
  const plain = PLAIN.exec(xml)?.[1];
  if (plain !== undefined) return unescapeText(plain);
  const spoken = xml.replaceAll(new RegExp(`<${prefix}rPh[\\s>][^]*?</${prefix}rPh>`, 'g'), '');
  let text = '';
  for (
    let found = findElement(spoken, `${prefix}t`, 0, spoken.length);
    found !== null;
    found = findElement(spoken, `${prefix}t`, found.end, spoken.length)
  )
    text += unescapeText(spoken.slice(found.contentStart, found.contentEnd));
  return text;
}

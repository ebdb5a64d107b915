/**
 * What is torn in a Word file, for tests: ends without beginnings, references to nothing. Faults that a file had before an
 * edit are its own; new ones are ours.
 */
import {
  contentTypeOf,
  openOfficePackage,
  partNames,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
} from '../../src/ooxml/office-package.ts';
import { walkElements, type XmlElement } from '../../src/ooxml/xml-tree.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const of = (element: XmlElement, local: string, uri = W): string | undefined =>
  element.attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;

/** Content types of parts with a text of their own. */
const STORY =
  /wordprocessingml\.(?:document|template|header|footer|footnotes|endnotes|comments)(?:\.main)?\+xml$|ms-word\.\w+\.macroEnabled\w*\.main\+xml$/;
const PAIRED = /^(bookmark|commentRange|moveFromRange|moveToRange|perm|customXmlInsRange|customXmlDelRange)(Start|End)$/;

function faultsOfPart(opened: OfficePackage, name: string, known: Readonly<Record<string, ReadonlySet<string>>>): string[] {
  const { root } = readXmlPart(opened, name);
  const faults: string[] = [];
  const open = new Map<string, number>();
  const relations = new Set(relationshipsOf(opened, name).map(({ id }) => id));
  const lists = new Set<string>();
  let fields = 0;
  for (const element of walkElements(root)) {
    for (const { uri, local, value } of element.attributes)
      if (uri === R && value !== '' && !relations.has(value)) faults.push(`${name}: ${element.local} ${local} leads nowhere`);
    if (element.uri !== W) continue;
    const pair = PAIRED.exec(element.local);
    if (pair !== null)
      open.set(`${pair[1]} ${of(element, 'id')}`, (open.get(`${pair[1]} ${of(element, 'id')}`) ?? 0) + (pair[2] === 'Start' ? 1 : -1));
    if (element.local === 'fldChar') fields += { begin: 1, end: -1 }[of(element, 'fldCharType') ?? ''] ?? 0;
    const list = { footnoteReference: 'footnote', endnoteReference: 'endnote', commentReference: 'comment', numId: 'num' }[element.local];
    const id = of(element, element.local === 'numId' ? 'val' : 'id') ?? '';
    if (list !== undefined && !(list === 'num' && id === '0') && known[list]?.has(id) !== true)
      faults.push(`${name}: ${list} ${id} is missing`);
    if (list === 'comment') lists.add(id);
  }
  for (const [pair, count] of open) if (count !== 0) faults.push(`${name}: ${pair} is torn`);
  if (fields !== 0) faults.push(`${name}: a field is torn`);
  return faults;
}

/** One line for each fault. @throws where a part cannot be read */
export function faultsOfWord(bytes: Uint8Array): string[] {
  const opened = openOfficePackage(bytes);
  const typed = (pattern: RegExp): string[] => partNames(opened).filter((name) => pattern.test(contentTypeOf(opened, name) ?? ''));
  const idsIn = (pattern: RegExp, local: string, attribute: string): Set<string> =>
    new Set(
      typed(pattern).flatMap((name) =>
        [...walkElements(readXmlPart(opened, name).root)]
          .filter((one) => one.uri === W && one.local === local)
          .map((one) => of(one, attribute) ?? ''),
      ),
    );
  const known = {
    footnote: idsIn(/\.footnotes\+xml$/, 'footnote', 'id'),
    endnote: idsIn(/\.endnotes\+xml$/, 'endnote', 'id'),
    comment: idsIn(/\.comments\+xml$/, 'comment', 'id'),
    num: idsIn(/\.numbering\+xml$/, 'num', 'numId'),
  };
  const stories = typed(STORY);
  const anchored = new Set(
    stories.flatMap((name) =>
      [...walkElements(readXmlPart(opened, name).root)]
        .filter(({ local }) => local === 'commentReference')
        .map((one) => of(one, 'id') ?? ''),
    ),
  );
  const lost = partNames(opened)
    .filter((name) => !name.endsWith('.rels'))
    .flatMap((name) =>
      relationshipsOf(opened, name)
        .filter(
          ({ external, target }) =>
            !external && !target.startsWith('#') && !partNames(opened).some((one) => one.toLowerCase() === target.toLowerCase()),
        )
        .map(({ target }) => `${name}: ${target} is not in the file`),
    );
  return [
    ...stories.flatMap((name) => faultsOfPart(opened, name, known)),
    ...[...known.comment].filter((id) => !anchored.has(id)).map((id) => `comment ${id} is nowhere in the text`),
    ...lost,
  ];
}

/**
 * The structure of a Word file with its tracked changes settled, for tests: made by rebuilding the tree, independently of
 * what the product does. Each block is a line that has its properties, runs, fields, marks and objects; what programs write
 * anew at every save (ids of editing sessions, marks of spelling) is left out.
 */
import { parseXml, type XmlElement } from '../../src/ooxml/xml-tree.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const XMLNS = 'http://www.w3.org/XML/1998/namespace';

export interface Plain {
  name: string;
  attributes: Map<string, string>;
  children: (Plain | string)[];
}

export interface Settling {
  verdict: 'accept' | 'reject';
  /** Whose changes are settled; changes of the grid of a table have no author and are known by their id. */
  author: string;
  idAbove: number;
}

const NOISE = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:noProof', 'w:webHidden']);
/** The first are declarations of prefixes: which element has them says nothing. */
const NOISE_ATTRIBUTE =
  /^(?::[\w.-]+|w:rsid\w*|[\w.-]*:(?:paraId|Unid)|[\w.-]*:textId|xml:space|mc:Ignorable|[\w.-]*:anchorId|[\w.-]*:editId)$/;
const SHORT: Readonly<Record<string, string>> = { [W]: 'w', [XMLNS]: 'xml' };
const shortOf = (uri: string): string => (uri === '' ? '' : `${SHORT[uri] ?? uri.split('/').at(-1) ?? uri}:`);

function plainOf(element: XmlElement): Plain {
  const attributes = new Map<string, string>();
  for (const { local, uri, value } of element.attributes) {
    const name = shortOf(uri) + local;
    if (!NOISE_ATTRIBUTE.test(name)) attributes.set(name, value);
  }
  const children: Plain['children'] = [];
  for (const child of element.children) {
    if (child.kind === 'element') {
      const made = plainOf(child);
      if (!NOISE.has(made.name)) children.push(made);
    } else if (child.value.trim() !== '' || /^(?:t|delText|instrText|delInstrText)$/.test(element.local)) children.push(child.value);
  }
  return { name: shortOf(element.uri) + element.local, attributes, children };
}

export const elementsIn = (node: Plain): Plain[] => node.children.filter((child): child is Plain => typeof child !== 'string');
export const childNamed = (node: Plain | undefined, ...names: string[]): Plain | undefined =>
  node === undefined ? undefined : elementsIn(node).find(({ name }) => names.includes(name));
const drop = (node: Plain, gone: Plain): void => {
  node.children = node.children.filter((child) => child !== gone);
};

const GAIN = /^w:(?:ins|moveTo|cellIns)$/;
const LOSS = /^w:(?:del|moveFrom|cellDel)$/;
const RANGE = /^w:(?:move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End))$/;

const isOurs = ({ attributes }: Plain, { author, idAbove }: Settling): boolean => {
  const named = attributes.get('w:author');
  return author === '*' || (named === undefined ? Number(attributes.get('w:id') ?? 0) > idAbove : named === author);
};
const goes = (mark: Plain, settling: Settling): boolean => GAIN.test(mark.name) !== (settling.verdict === 'accept');
const isMark = (node: Plain, settling: Settling): boolean => (GAIN.test(node.name) || LOSS.test(node.name)) && isOurs(node, settling);

/** The properties as they are, or as they were. */
function settleFormats(node: Plain, settling: Settling): void {
  for (const change of elementsIn(node)) {
    if (!/^w:\w+Change$/.test(change.name) || !isOurs(change, settling)) continue;
    drop(node, change);
    if (settling.verdict === 'accept') continue;
    const before = elementsIn(change)[0];
    const kept = elementsIn(node).filter(
      ({ name }) =>
        GAIN.test(name) ||
        LOSS.test(name) ||
        (node.name === 'w:pPr' && (name === 'w:rPr' || name === 'w:sectPr')) ||
        /^w:(?:header|footer)Reference$/.test(name),
    );
    node.children = [...(before === undefined ? [] : before.children), ...kept];
  }
}

/** Takes marks out of the properties: those with which goes what has the properties. */
function takeMarks(properties: Plain | undefined, settling: Settling): Plain[] {
  if (properties === undefined) return [];
  const marks = elementsIn(properties).filter((one) => isMark(one, settling));
  for (const mark of marks) drop(properties, mark);
  return marks.filter((mark) => goes(mark, settling));
}

/** A paragraph whose end goes. Where the range of a move begins inside it, Word moves the words and leaves the paragraph. */
function losesEnd(paragraph: Plain, settling: Settling): boolean {
  const marks = takeMarks(childNamed(childNamed(paragraph, 'w:pPr'), 'w:rPr'), settling);
  const isLeft = elementsIn(paragraph).some(({ name }) => /^w:move(?:From|To)RangeStart$/.test(name));
  return marks.some(({ name }) => !isLeft || !name.startsWith('w:move'));
}

/** Ends of ranges between blocks are at the beginning of the paragraph behind them. */
function placeRanges(node: Plain): void {
  elementsIn(node).forEach(placeRanges);
  if (node.name === 'w:p') return;
  let open: Plain[] = [];
  const placed: Plain['children'] = [];
  for (const child of node.children) {
    if (typeof child !== 'string' && /^w:(?:bookmark|commentRange|perm)(?:Start|End)$/.test(child.name)) {
      open.push(child);
      continue;
    }
    if (typeof child !== 'string' && child.name === 'w:p') {
      const at = childNamed(child, 'w:pPr') === undefined ? 0 : 1;
      child.children.splice(at, 0, ...open);
    } else placed.push(...open);
    open = [];
    placed.push(child);
  }
  node.children = [...placed, ...open];
}

const isBlock = (child: Plain | string): child is Plain => typeof child !== 'string' && /^w:(?:p|tbl|sdt|sectPr)$/.test(child.name);
/** A link or a smart tag whose words have all gone is none. */
const isEmpty = (holder: Plain): boolean =>
  !holder.children.some(
    (child) =>
      typeof child !== 'string' &&
      !/^w:(?:pPr|smartTagPr)$/.test(child.name) &&
      !/Range(?:Start|End)$|^w:(?:bookmark|perm)(?:Start|End)$/.test(child.name) &&
      !(/^w:(?:hyperlink|smartTag)$/.test(child.name) && isEmpty(child)),
  );

/** A paragraph, or a control whose last block is one. */
const endsWithParagraph = (block: Plain | undefined): boolean =>
  block?.name === 'w:sdt' ? endsWithParagraph(childNamed(block, 'w:sdtContent')?.children.findLast(isBlock)) : block?.name === 'w:p';

/** A paragraph without its end goes on in the next one. */
function joinParagraphs(parent: Plain, open: ReadonlySet<Plain>): void {
  for (const paragraph of open) {
    const at = parent.children.indexOf(paragraph);
    const next = parent.children.slice(at + 1).find(isBlock);
    const before = parent.children.slice(0, at).findLast(isBlock);
    if (next?.name === 'w:p') {
      const content = paragraph.children.filter((child) => typeof child === 'string' || child.name !== 'w:pPr');
      const properties = childNamed(next, 'w:pPr');
      next.children = [
        ...(properties === undefined ? [] : [properties]),
        ...content,
        ...next.children.filter((child) => child !== properties),
      ];
      drop(parent, paragraph);
    } else if (isEmpty(paragraph) && ((next !== undefined && next.name !== 'w:sectPr') || endsWithParagraph(before)))
      parent.children.splice(at, 1, ...paragraph.children.filter((child) => typeof child !== 'string' && child.name !== 'w:pPr'));
    else {
      // the section ends with the mark, though the words have nothing to go on in
      const properties = childNamed(paragraph, 'w:pPr');
      const section = childNamed(properties, 'w:sectPr');
      if (properties !== undefined && section !== undefined) drop(properties, section);
    }
  }
}

const numberOf = (node: Plain | undefined): number => Number(node?.attributes.get('w:val') ?? 0);

/** Rows of a table or cells of a row: those in controls are of it too. */
const inTable = (holder: Plain, name: 'w:tr' | 'w:tc'): Plain[] =>
  elementsIn(holder).flatMap((child) =>
    child.name === name ? [child] : /^w:(?:sdt|sdtContent|customXml)$/.test(child.name) ? inTable(child, name) : [],
  );

/** Columns of the grid that only cells are in which go. */
function settleGrid(table: Plain, settling: Settling): void {
  const grid = childNamed(table, 'w:tblGrid');
  if (grid === undefined) return;
  const [gone, used] = [new Set<number>(), new Set<number>()];
  for (const row of inTable(table, 'w:tr')) {
    const properties = childNamed(row, 'w:trPr');
    const before = childNamed(childNamed(properties, 'w:trPrChange'), 'w:trPr');
    // while the change of it waits, the cells stand where they stood
    let column = Math.max(...[properties, before].map((one) => numberOf(childNamed(one, 'w:gridBefore'))));
    for (const cell of inTable(row, 'w:tc')) {
      const properties = childNamed(cell, 'w:tcPr');
      const leaves = properties !== undefined && elementsIn(properties).some((one) => isMark(one, settling) && goes(one, settling));
      for (let span = Math.max(1, numberOf(childNamed(properties, 'w:gridSpan'))); span > 0; span--) (leaves ? gone : used).add(column++);
    }
  }
  const change = childNamed(grid, 'w:tblGridChange');
  if (change !== undefined && settling.verdict === 'reject' && isOurs(change, settling)) return;
  grid.children = grid.children.filter((_, at) => !gone.has(at) || used.has(at));
}

/** Controls whose tags were deleted with their content, also those within each other. */
function unwrapControls(node: Plain, settling: Settling): void {
  const known = node.children;
  node.children = known.flatMap((child, at) => {
    const before = known[at - 1];
    const isGone =
      typeof child === 'object' &&
      child.name === 'w:sdt' &&
      typeof before === 'object' &&
      before.name === (settling.verdict === 'accept' ? 'w:customXmlDelRangeStart' : 'w:customXmlInsRangeStart') &&
      isOurs(before, settling);
    return isGone ? (childNamed(child, 'w:sdtContent')?.children ?? []) : [child];
  });
  if (node.children.length !== known.length || node.children.some((child, at) => child !== known[at])) unwrapControls(node, settling);
}

/** Ends of bookmarks, comments and permissions that have the other one elsewhere: they stay where a row or a cell was. */
function halvesIn(gone: Plain): Plain[] {
  const ends = new Map<string, Plain[]>();
  const walk = (node: Plain): void => {
    const kind = /^w:(bookmark|commentRange|perm)(?:Start|End)$/.exec(node.name)?.[1];
    const key = `${kind} ${node.attributes.get('w:id') ?? ''}`;
    if (kind !== undefined) ends.set(key, [...(ends.get(key) ?? []), node]);
    elementsIn(node).forEach(walk);
  };
  walk(gone);
  return [...ends.values()].flatMap((found) => (found.length === 1 ? found : []));
}

/** A control around rows, or around such controls. */
const holdsRows = (node: Plain): boolean =>
  node.name === 'w:sdt' && elementsIn(childNamed(node, 'w:sdtContent') ?? node).some((child) => child.name === 'w:tr' || holdsRows(child));

function settle(node: Plain, settling: Settling): void {
  if (node.name === 'w:tbl') settleGrid(node, settling);
  unwrapControls(node, settling);
  settleFormats(node, settling);
  const open = new Set<Plain>();
  const children: Plain['children'] = [];
  for (const child of node.children) {
    if (typeof child === 'string') {
      children.push(child);
      continue;
    }
    const hadRows = childNamed(child, 'w:tr', 'w:sdt') !== undefined;
    const heldRows = holdsRows(child);
    settle(child, settling);
    const inProperties = /^w:(?:rPr|trPr|tcPr|numPr)$/.test(node.name);
    if (!inProperties && isMark(child, settling)) {
      if (!goes(child, settling)) children.push(...child.children);
      continue;
    }
    if (/^w:t[rc]$/.test(child.name) && takeMarks(childNamed(child, 'w:trPr', 'w:tcPr'), settling).length > 0) {
      children.push(...halvesIn(child));
      continue;
    }
    if (child.name === 'w:tr' && childNamed(child, 'w:tc', 'w:sdt', 'w:customXml') === undefined) continue;
    if (child.name === 'w:tbl' && hadRows && childNamed(child, 'w:tr', 'w:sdt', 'w:customXml') === undefined) continue;
    // a control around rows that have gone
    if (heldRows && childNamed(child, 'w:sdtContent')?.children.length === 0) continue;
    if (child.name === 'w:p' && losesEnd(child, settling)) open.add(child);
    children.push(child);
  }
  node.children = children;
  joinParagraphs(node, open);
}

/** The marks of ranges that are settled: an end has no author, it is told by the id of its beginning. Those of others stay. */
function settledRanges(root: Plain, settling: Settling): Set<Plain> {
  const ranges: Plain[] = [];
  const walk = (node: Plain): void => {
    if (RANGE.test(node.name)) ranges.push(node);
    elementsIn(node).forEach(walk);
  };
  walk(root);
  const keyOf = ({ name, attributes }: Plain): string => `${name.replace(/(?:Start|End)$/, '')} ${attributes.get('w:id') ?? ''}`;
  const others = new Set(ranges.filter((range) => range.name.endsWith('Start') && !isOurs(range, settling)).map(keyOf));
  return new Set(ranges.filter((range) => !others.has(keyOf(range))));
}

function dropNodes(node: Plain, gone: ReadonlySet<Plain>): void {
  node.children = node.children.filter((child) => typeof child === 'string' || !gone.has(child));
  for (const child of elementsIn(node)) dropNodes(child, gone);
}

const RENAMED: Readonly<Record<string, string>> = { 'w:delText': 'w:t', 'w:delInstrText': 'w:instrText' };
const TEXT_HOLDERS = new Set(['w:t', 'w:instrText']);
const PROPERTIES = /^w:(?:rPr|pPr|tcPr|trPr|tblPr|tblPrEx)$/;

/** Runs that look alike are one; what is empty and says nothing is left out. */
export function tidyTree(node: Plain, inDeletion = false): void {
  const deletes = inDeletion || /^w:(?:del|moveFrom)$/.test(node.name);
  if (!deletes) node.name = RENAMED[node.name] ?? node.name;
  for (const child of elementsIn(node)) tidyTree(child, deletes);
  node.children = node.children.filter((child) => typeof child === 'string' || !isNothing(child));
  dropEmptyRanges(node);
  const merged: Plain['children'] = [];
  for (const child of node.children) {
    const last = merged.at(-1);
    if (typeof child !== 'string' && typeof last === 'object' && child.name === last.name && joins(last, child)) {
      const own = child.name === 'w:r' ? child.children.filter((one) => typeof one === 'string' || one.name !== 'w:rPr') : child.children;
      for (const one of own) {
        const end = last.children.at(-1);
        if (typeof one === 'object' && typeof end === 'object' && TEXT_HOLDERS.has(one.name) && one.name === end.name)
          end.children = [end.children.join('') + one.children.join('')];
        else last.children.push(one);
      }
    } else merged.push(child);
  }
  node.children = merged;
}

const nameOf = (child: Plain | string | undefined): string => (typeof child === 'object' ? child.name : '');

/** Bookmarks around nothing, changes of the tags of a control that has gone, and where the file was left off. */
function dropEmptyRanges(node: Plain): void {
  for (let at = node.children.length - 2; at >= 0; at--) {
    const range = /^w:(?:bookmark|customXml\w+)(?=Start$)/.exec(nameOf(node.children[at]));
    if (range !== null && nameOf(node.children[at + 1]) === `${range[0]}End`) node.children.splice(at, 2);
  }
  node.children = node.children.filter((child) => typeof child === 'string' || child.attributes.get('w:name') !== '_GoBack');
}

/** Marks of comments that nothing refers to any more; ends of bookmarks that have no beginning. */
function dropLostRanges(root: Plain): void {
  const all: Plain[] = [];
  const walk = (node: Plain): void => {
    all.push(node);
    elementsIn(node).forEach(walk);
  };
  walk(root);
  const idsOf = (name: string): Set<string> =>
    new Set(all.filter((node) => node.name === name).map(({ attributes }) => attributes.get('w:id') ?? ''));
  const [comments, bookmarks] = [idsOf('w:commentReference'), idsOf('w:bookmarkStart')];
  for (const node of all)
    node.children = node.children.filter((child) => {
      if (typeof child === 'string') return true;
      const id = child.attributes.get('w:id') ?? '';
      return child.name.startsWith('w:commentRange') ? comments.has(id) : child.name === 'w:bookmarkEnd' ? bookmarks.has(id) : true;
    });
}

const isNothing = ({ name, children, attributes }: Plain): boolean =>
  ((PROPERTIES.test(name) || name === 'w:sectPr') && children.length === 0) ||
  (name === 'w:r' && children.every((child) => typeof child !== 'string' && child.name === 'w:rPr')) ||
  (TEXT_HOLDERS.has(name) && children.join('') === '') ||
  (/^w:(?:hyperlink|smartTag)$/.test(name) && children.every((child) => typeof child !== 'string' && child.name === 'w:smartTagPr')) ||
  (/^w:(?:ins|del)$/.test(name) && children.length === 0 && attributes.has('w:author'));

function joins(a: Plain, b: Plain): boolean {
  // changes of formatting that were one have numbers of their own where their words are divided
  const look = (run: Plain): string => show(childNamed(run, 'w:rPr')).replaceAll(/ w:id=-?\d+/g, '');
  if (a.name === 'w:r') return look(a) === look(b);
  if (a.name === 'w:hyperlink') return [...a.attributes].join() === [...b.attributes].join();
  return TEXT_HOLDERS.has(a.name);
}

function show(node: Plain | undefined): string {
  if (node === undefined) return '';
  const attributes = [...node.attributes]
    .map(([name, value]) => ` ${name}=${value}`)
    .toSorted()
    .join('');
  const own = node.children.map((child) => (typeof child === 'string' ? child : show(child)));
  // the order of properties says nothing
  const inner = (PROPERTIES.test(node.name) || node.name === 'w:sectPr' ? own.toSorted() : own).join('');
  return `<${node.name}${attributes}>${inner}</>`;
}

const HOLDS_BLOCKS =
  /^w:(?:body|tbl|tr|tc|sdt|sdtContent|hdr|ftr|footnotes|endnotes|footnote|endnote|document|comments|comment|txbxContent|customXml)$/;

function* linesIn(node: Plain): Generator<string> {
  const attributes = [...node.attributes]
    .map(([name, value]) => ` ${name}=${value}`)
    .toSorted()
    .join('');
  yield `<${node.name}${node.name === 'w:document' ? '' : attributes}>`;
  for (const child of elementsIn(node)) {
    if (HOLDS_BLOCKS.test(child.name)) yield* linesIn(child);
    else yield show(child);
  }
  yield `</${node.name}>`;
}

/** The settled tree of a part, for whoever resolves what it refers to before it is shown. */
export function settledTree(source: string, settling: Settling | null): Plain {
  const root = plainOf(parseXml(source).root);
  placeRanges(root);
  if (settling !== null) {
    const ranges = settledRanges(root, settling);
    settle(root, settling);
    dropNodes(root, ranges);
    placeRanges(root);
  }
  tidyTree(root);
  dropLostRanges(root);
  tidyTree(root);
  return root;
}

export const linesOfTree = (root: Plain): string[] => [...linesIn(root)];

/** A part as lines, a block each. @param settling null: its changes stay as they are */
export const structureLines = (source: string, settling: Settling | null): string[] => linesOfTree(settledTree(source, settling));

/** Lines of the one that the other has not, both ways. */
export function differentLines(a: readonly string[], b: readonly string[]): { gone: string[]; come: string[] } {
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  const come: string[] = [];
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count === 0) come.push(line);
    else left.set(line, count - 1);
  }
  return { gone: [...left].flatMap(([line, count]) => Array.from({ length: count }, () => line)), come };
}

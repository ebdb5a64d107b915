/**
 * Redlines of pairs made from real files: a file and what a few operations make of it, one with paragraphs moved and changed, a file beside the next one of its
 * folder, which are often versions of each other, and files that have nothing to do with each other. Accepted, a redline must be the newer file and rejected the older one, in
 * structure, by code that shares nothing with the product.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../src/base/refusal.ts';
import { applyEdits } from '../../src/edits/apply-edits.ts';
import { listContent } from '../../src/edits/list-content.ts';
import { redlineFiles } from '../../src/edits/redline.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { openOfficePackage, partNamed, readPart, relationshipsOf, type OfficePackage } from '../../src/ooxml/office-package.ts';
import { faultsOfWord } from '../../test/support/word-faults.ts';
import {
  childNamed,
  differentLines,
  elementsIn,
  linesOfTree,
  settledTree,
  tidyTree,
  type Plain,
  type Settling,
} from '../../test/support/word-structure.ts';
import { operationsFor, settles } from '../../test/support/word-operations.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z' };
/** The part of a kind that the text refers to: building blocks have styles and lists of their own. */
const textIn = (opened: OfficePackage, kind: string, settling: Settling | null = null): Plain | null => {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type.endsWith(`/${kind}`));
  const name = found && partNamed(opened, found.target);
  return name === undefined ? null : settledTree(decodeXml(readPart(opened, name)).text, settling);
};

const STRICT_NAMES = /http:\/\/(?:purl\.oclc\.org\/ooxml|schemas\.openxmlformats\.org)\/([a-zA-Z]+)(?:\/2006)?\//g;

/** A part of XML with the names of a strict file, which say the same, spelled as in others; the bytes of any other. */
function bytesMeant(opened: OfficePackage, name: string): Uint8Array | string {
  const bytes = readPart(opened, name);
  return name.endsWith('.xml') ? decodeXml(bytes).text.replaceAll(STRICT_NAMES, 'ooxml/$1/') : bytes;
}

/** Ids of a part as what they mean, so that two files can be compared. @param settling as for the text: notes have tracked changes of their own */
function meanings(opened: OfficePackage, settling: Settling, part = opened.mainPart): (node: Plain) => void {
  const styles = textIn(opened, 'styles');
  const numbering = textIn(opened, 'numbering');
  const notes = ['footnotes', 'endnotes'].map((kind) => textIn(opened, kind, settling));
  const all = (node: Plain | null): Plain[] => (node === null ? [] : elementsIn(node));
  const value = (node: Plain | undefined, name = 'w:val'): string => node?.attributes.get(name) ?? '';
  const names = new Map(all(styles).map((style) => [value(style, 'w:styleId'), value(childNamed(style, 'w:name')).toLowerCase()]));
  const lists = new Map(
    all(numbering).flatMap((num) => {
      const id = value(childNamed(num, 'w:abstractNumId'));
      const own = all(numbering).find((one) => one.name === 'w:abstractNum' && value(one, 'w:abstractNumId') === id);
      // levels that are those of a style of lists
      const style = value(childNamed(own, 'w:numStyleLink'));
      const abstract = (style === '' ? undefined : all(numbering).find((one) => value(childNamed(one, 'w:styleLink')) === style)) ?? own;
      const levels = abstract === undefined ? [] : elementsIn(abstract).filter(({ name }) => name === 'w:lvl');
      const looks = levels.map((level) => `${value(childNamed(level, 'w:numFmt'))} ${value(childNamed(level, 'w:lvlText'))}`);
      return num.name === 'w:num' ? [[value(num, 'w:numId'), looks.join('|')] as const] : [];
    }),
  );
  const noteText = (node: Plain): string => node.children.map((child) => (typeof child === 'string' ? child : noteText(child))).join('');
  const relations = new Map(relationshipsOf(opened, part).map((one) => [one.id, one]));
  const meaning = (id: string): string => {
    const found = relations.get(id);
    const name = found?.external === false ? partNamed(opened, found.target) : undefined;
    return name === undefined ? (found?.target ?? '') : createHash('sha256').update(bytesMeant(opened, name)).digest('hex');
  };
  const visit = (node: Plain): void => {
    for (const [name, one] of node.attributes) {
      if (name.startsWith('relationships:')) node.attributes.set(name, meaning(one));
      else if (/^w:(?:pStyle|rStyle|tblStyle)$/.test(node.name) && name === 'w:val') node.attributes.set(name, names.get(one) ?? one);
      else if (node.name === 'w:numId') node.attributes.set(name, lists.get(one) ?? one);
      else if (name === 'ShapeID' || (/:vml:\w+$/.test(node.name) && /^(?:id|type)$/.test(name))) node.attributes.delete(name);
      // strict files spell kinds of graphics in another way
      else if (name === 'uri') node.attributes.set(name, one.split('/').at(-1) ?? '');
      else if (/:(?:docPr|cNvPr)$/.test(node.name) && /^(?:id|name)$/.test(name)) node.attributes.delete(name);
      else if (/^w:(?:foot|end)noteReference$/.test(node.name) && name === 'w:id') {
        const note = notes[node.name.startsWith('w:foot') ? 0 : 1] ?? null;
        node.attributes.set(
          name,
          all(note)
            .filter((entry) => value(entry, 'w:id') === one)
            .map(noteText)
            .join(''),
        );
      } // whether a result is to be counted anew, which no revision holds and a program does without asking
      else if (node.name === 'w:fldChar' && name === 'w:dirty') node.attributes.delete(name);
      // what prefixes mean
      else if (name.startsWith('xmlns') || name.startsWith(':')) node.attributes.delete(name);
    }
    elementsIn(node).forEach(visit);
  };
  return visit;
}

/** Simple fields as those of runs, which a redline makes of them; no marks of bookmarks and comments, which no revision holds. */
function plain(node: Plain): void {
  const run = (...children: Plain[]): Plain => ({ name: 'w:r', attributes: new Map(), children });
  const mark = (kind: string): Plain => run({ name: 'w:fldChar', attributes: new Map([['w:fldCharType', kind]]), children: [] });
  elementsIn(node).forEach(plain);
  node.children = node.children.flatMap((child) => {
    if (typeof child === 'string') return [child];
    if (/^w:(?:bookmark|commentRange|perm)(?:Start|End)$|^w:(?:headerReference|footerReference|noProof)$/.test(child.name)) return [];
    // controls are numbered anew by the program that opens the file
    if (node.name === 'w:sdtPr' && child.name === 'w:id') return [];
    // a table without rows is none
    if (child.name === 'w:commentReference' || (child.name === 'w:tbl' && childNamed(child, 'w:tr', 'w:sdt', 'w:customXml') === undefined))
      return [];
    if (child.name !== 'w:fldSimple') return [child];
    const instruction = run({ name: 'w:instrText', attributes: new Map(), children: [child.attributes.get('w:instr') ?? ''] });
    return [mark('begin'), instruction, mark('separate'), ...child.children, mark('end')];
  });
}

/** An instruction outside of any field, as is left where half of one is settled, says nothing. */
function dropStrayInstructions(root: Plain): void {
  let depth = 0;
  const walk = (node: Plain): void => {
    if (node.name === 'w:fldChar') {
      const kind = node.attributes.get('w:fldCharType');
      depth = Math.max(0, depth + (kind === 'begin' ? 1 : kind === 'end' ? -1 : 0));
    }
    node.children = node.children.filter((child) => {
      if (typeof child === 'string') return true;
      if (child.name === 'w:instrText' && depth === 0) return false;
      walk(child);
      return true;
    });
  };
  walk(root);
}

const REFERENCE = /^w:(header|footer)Reference$/;

/** What each section of a settled text shows above and below it, named by itself or by one in front of it: the parts, by place. */
function* partsShown(opened: OfficePackage, tree: Plain): Generator<[place: string, part: string]> {
  const targets = new Map(relationshipsOf(opened, opened.mainPart).map(({ id, target }) => [id, partNamed(opened, target)]));
  const flag = childNamed(textIn(opened, 'settings') ?? undefined, 'w:evenAndOddHeaders');
  const even = flag !== undefined && !/^(?:0|false|off)$/.test(flag.attributes.get('w:val') ?? '');
  const shown = new Map<string, string>();
  const sections: Plain[] = [];
  const walk = (node: Plain): void => {
    if (node.name === 'w:sectPr') sections.push(node);
    else elementsIn(node).forEach(walk);
  };
  walk(tree);
  for (const [at, section] of sections.entries()) {
    for (const { name, attributes } of elementsIn(section)) {
      const id = [...attributes].find(([key]) => key.startsWith('relationships:'))?.[1] ?? '';
      const part = REFERENCE.test(name) ? targets.get(id) : undefined;
      if (part !== undefined) shown.set(`${name.slice(2, 8)} ${attributes.get('w:type') ?? 'default'}`, part);
    }
    // where even pages are not told apart they show what all others show
    for (const kind of even ? [] : ['header', 'footer']) {
      const others = shown.get(`${kind} default`);
      if (others === undefined) shown.delete(`${kind} even`);
      else shown.set(`${kind} even`, others);
    }
    for (const [place, part] of [...shown].toSorted()) yield [`section ${at + 1} ${place}`, part];
  }
}

/** A header's blocks; none where it has but an empty paragraph. */
function linesOfHeader(opened: OfficePackage, part: string, settling: Settling): string[] {
  const tree = settledTree(decodeXml(readPart(opened, part)).text, settling);
  meanings(opened, settling, part)(tree);
  plain(tree);
  tidyTree(tree);
  const [only, ...others] = elementsIn(tree);
  const isBlank =
    only === undefined || (others.length === 0 && only.name === 'w:p' && elementsIn(only).every(({ name }) => name === 'w:pPr'));
  return isBlank ? [] : linesOfTree({ ...tree, attributes: new Map() });
}

/** A text with nothing in it is an empty paragraph, and Word shows one behind a table that is the last of it. */
function endWithParagraph(body: Plain): void {
  const last = elementsIn(body).findLast(({ name }) => name !== 'w:sectPr');
  if (last !== undefined && last.name !== 'w:tbl') return;
  const at = last === undefined ? 0 : body.children.indexOf(last) + 1;
  body.children.splice(at, 0, { name: 'w:p', attributes: new Map(), children: [] });
}

/** The text of a file and what its sections show above and below it, settled and without what is its own. */
function linesOf(bytes: Uint8Array, settling: Settling): string[] {
  const opened = openOfficePackage(bytes);
  const tree = settledTree(decodeXml(readPart(opened, opened.mainPart)).text, settling);
  const headers = [...partsShown(opened, tree)].flatMap(([place, part]) =>
    linesOfHeader(opened, part, settling).map((line) => `${place}: ${line}`),
  );
  meanings(opened, settling)(tree);
  plain(tree);
  dropStrayInstructions(tree);
  const again = { ...tree, children: tree.children.filter((child) => typeof child === 'string' || child.name === 'w:body') };
  for (const body of elementsIn(again)) endWithParagraph(body);
  tidyTree(again);
  return [...linesOfTree(again), ...headers];
}

const ALL = { author: '*', idAbove: -1 };

/** The redline of one pair, held against both files. @throws Refusal where one of them cannot be read */
export function judgeRedline(name: string, from: Uint8Array, to: Uint8Array): Trial {
  const trial = { name, mode: 'redline' };
  try {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    if (left.length > 0)
      return {
        ...trial,
        outcome: 'refused',
        reason: (left[0]?.message ?? '').replaceAll(/\(.*?\)/g, '').replaceAll(/section \d \w+ \w+/g, 'a header'),
      };
    // what is broken in either file is of that file
    const known = new Set([from, to].flatMap(faultsOfWord));
    const torn = faultsOfWord(bytes).filter((fault) => !known.has(fault));
    if (torn.length > 0) return { ...trial, outcome: 'wrong', reason: `torn: ${torn.slice(0, 3).join('; ')}` };
    for (const [verdict, wanted] of [
      ['accept', to],
      ['reject', from],
    ] as const) {
      const [a, b] = [linesOf(wanted, { ...ALL, verdict: 'accept' }), linesOf(bytes, { author: '*', idAbove: 0, verdict })];
      const { gone, come } = differentLines(a, b);
      if (a.join('\n') !== b.join('\n'))
        return {
          ...trial,
          outcome: 'wrong',
          reason: `${verdict}: ${gone.length} lines missing, ${come.length} too many; ${(gone[0] ?? '').slice(0, 400)} ⇒ ${(come[0] ?? '').slice(0, 400)}`,
        };
    }
    return { ...trial, outcome: 'applied', reason: '', bytes, others: [from, to] };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return {
      ...trial,
      outcome: 'wrong',
      reason: `thrown: ${error instanceof Error ? `${error.message} ${(error.stack ?? '').split('\n')[1] ?? ''}` : String(error)}`,
    };
  }
}

/** Three operations of the trials of Word files, chosen by the number of the file. */
function edited({ bytes, seed }: BenchFile): Uint8Array {
  const trials = Object.entries(operationsFor(listContent(bytes), seed)).filter(
    ([name]) => !settles(name) && !/^(?:restyle|set_property|comment_|set_header)/.test(name),
  );
  const chosen = [0, 1, 2].map((step) => trials[(seed * 5 + step * 7) % Math.max(1, trials.length)]?.[1] ?? []);
  return chosen.reduce((now, operations) => applyEdits(now, operations, { ...CONTEXT, mode: 'direct' }).bytes, bytes);
}

/** Shorter paragraphs say too little to be known again elsewhere. */
const MOVED_CHARS_MIN = 60;

/** A paragraph, and the one behind it, put elsewhere, a word of it replaced; null where the file has no such paragraphs, or refuses. */
function movedAround({ bytes, seed }: BenchFile): Uint8Array | null {
  const paragraphs = listContent(bytes).filter(({ address, type }) => /^p\d+$/.test(address) && type !== 'image');
  const long = paragraphs.slice(0, -4).filter(({ text }) => text.length >= MOVED_CHARS_MIN);
  const chosen = long[seed % Math.max(1, long.length)];
  const last = paragraphs.at(-1);
  if (chosen === undefined || last === undefined) return null;
  const word = /\p{L}{4,}/u.exec(chosen.text)?.[0] ?? '';
  const { bytes: made, results } = applyEdits(
    bytes,
    [
      { op: 'move_block', target: chosen.address, count: 2, to: last.address, position: 'before' },
      { op: 'replace_text', find: word, replace: 'otherwise', all: true },
    ],
    { ...CONTEXT, mode: 'direct' },
  );
  return results[0]?.status === 'applied' ? made : null;
}

let before: BenchFile | null = null;
/** Files that came by, of which one is set against a later one that has nothing to do with it. */
const earlier: BenchFile[] = [];
const EARLIER_MAX = 40;
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

export const redlineSuite: Suite = {
  kind: 'docx',
  validates: true,
  *trialsOf(file) {
    yield judgeRedline('edited', file.bytes, edited(file));
    const moved = movedAround(file);
    if (moved !== null) yield judgeRedline('moved', file.bytes, moved);
    const last = before;
    before = file;
    const other = earlier[(file.seed * 11) % Math.max(1, earlier.length)];
    if (other !== undefined) yield judgeRedline('unlike', other.bytes, file.bytes);
    earlier.push(file);
    if (earlier.length > EARLIER_MAX) earlier.shift();
    if (last !== null && folderOf(last.name) === folderOf(file.name)) yield judgeRedline('neighbours', last.bytes, file.bytes);
  },
};

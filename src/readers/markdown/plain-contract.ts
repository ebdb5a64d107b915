/**
 * Contracts as people type them: clauses that begin in bold (`**PRIMERA.- OBJETO.** …`), and a table to sign in. They
 * become headings with numbers, which `readClauses` takes for clauses where they are in order, and signatures.
 */
import type { Block, Heading, Signatures, Table } from '../../document/block.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import type { Range } from './blocks.ts';
import { signedGroups } from './signature-groups.ts';
import { FOR, PARTIES_MAX, partyName, RULE } from './signature-words.ts';

const ORDINALS: readonly (readonly string[])[] = [
  'first primera primero',
  'second segunda segundo',
  'third tercera tercero',
  'fourth cuarta cuarto',
  'fifth quinta quinto',
  'sixth sexta sexto',
  'seventh séptima septima séptimo',
  'eighth octava octavo',
  'ninth novena noveno',
  'tenth décima decima décimo',
  'eleventh undécima undecima decimoprimera',
  'twelfth duodécima duodecima decimosegunda',
  'thirteenth decimotercera',
  'fourteenth decimocuarta',
  'fifteenth decimoquinta',
  'sixteenth decimosexta',
  'seventeenth decimoséptima decimoseptima',
  'eighteenth decimoctava',
  'nineteenth decimonovena',
  'twentieth vigésima vigesima',
].map((names) => names.split(' '));
const WORD = ORDINALS.flat().join('|');
const HEAD = new RegExp(
  `^(?:(?:clause|section|article|cláusula|artículo|artigo|articolo|artikel|art\\.|§)\\s*)?(?:(${WORD})|(\\d{1,2}))(?:\\.?[ªº])?\\s*(?:\\.?\\s*[-–—:]+|\\.(?!\\d)|$)\\s*(.*?)\\s*[.:]?$`,
  'iu',
);

interface ClauseHead {
  number: number;
  title: string;
}

function headOf(text: string): ClauseHead | undefined {
  const [all, word = '', digits = '', title = ''] = HEAD.exec(text.trim()) ?? [];
  if (all === undefined) return undefined;
  const number = digits === '' ? ORDINALS.findIndex((names) => names.includes(word.toLowerCase())) + 1 : Number(digits);
  return { number, title: title === '' ? all.replace(/[.:\s–—-]+$/, '') : title };
}

/** The bold beginning of a paragraph that names a clause. Headings keep the numbers that they have. */
function clauseHead(block: Block): (ClauseHead & { chars: number }) | undefined {
  const [first] = block.type === 'paragraph' ? block.runs : [];
  if (block.type !== 'paragraph' || first?.bold !== true) return undefined;
  const found = headOf(first.text);
  return found && { ...found, chars: first.text.length };
}

const HEADS_MIN = 2;

/** Clauses that begin in bold, where they count from one without a gap, with headings of their own. */
export function divideBoldClauses(blocks: readonly Block[], ranges: Map<Block, Range>): Block[] {
  const heads = new Map(
    blocks.flatMap((block) => {
      const head = clauseHead(block);
      return head ? [[block, head] as const] : [];
    }),
  );
  const numbers = [...heads.values()].map(({ number }) => number);
  if (numbers.length < HEADS_MIN || numbers.some((number, at) => number !== at + 1)) return [...blocks];
  return blocks.flatMap((block): Block[] => {
    const head = heads.get(block);
    if (!head || block.type !== 'paragraph') return [block];
    const heading: Heading = { id: '', type: 'heading', level: 2, runs: [{ text: `${head.number}. ${head.title}` }] };
    if (block.anchor !== undefined) heading.anchor = block.anchor;
    const range = ranges.get(block);
    if (range) ranges.set(heading, range);
    const rest = trimmed(dropCharacters(block.runs, head.chars));
    return rest.length === 0 ? [heading] : [heading, { id: '', type: 'paragraph', runs: rest }];
  });
}

function trimmed(runs: readonly Run[]): Run[] {
  const [first, ...others] = runs;
  if (!first) return [];
  const text = first.text.replace(/^[\s.:–—-]+/, '');
  return text === '' && first.footnote === undefined ? trimmed(others) : [{ ...first, text }, ...others];
}

// ---------------------------------------------------------------------------------------------------------- signatures

const LINE = /^_{3,}$|^\.{6,}$|^-{6,}$/;
/** A place to fill in, which the block for signatures has anyway. */
const BLANK =
  /^(?:(?:name|date|title|signature|signed|by|place|nombre|fecha|cargo|firma|lugar|d\.?n\.?i\.?|fdo)\.?\s*:?\s*)?(?:[_.]{3,}\s*)?$/iu;
const SIDE =
  /^(?:the\s+|el\s+|la\s+)?(?:client|customer|provider|supplier|contractor|buyer|seller|landlord|tenant|employer|employee|party|cliente|proveedora?|prestadora?|contratista|compradora?|vendedora?|arrendadora?|arrendatari[oa]|empresa|trabajadora?|parte)\b/iu;

/** Tables, and lines of text, with rules to sign on at the end of a contract become its signatures. */
export function readSignaturePlaces(blocks: readonly Block[], ranges: Map<Block, Range>): Block[] {
  if (blocks.some((block) => block.type === 'signatures')) return [...blocks];
  const last = blocks.findLastIndex((block) => block.type === 'table');
  const table = blocks[last];
  const ofTable = table?.type === 'table' && last >= blocks.length - 4 ? signaturesOf(table) : undefined;
  if (table && ofTable) return replaced(blocks, [table], ofTable, ranges);
  const groups = signedGroups(blocks);
  if (groups) return replaced(blocks, groups.signed, { id: '', type: 'signatures', parties: groups.parties }, ranges);
  const at = blocks.findIndex((block, i) => i >= blocks.length - LINES_FROM_END && signedLine(block) !== undefined);
  if (at < 0) return [...blocks];
  const lines = blocks.slice(at).findIndex((block) => signedLine(block) === undefined);
  const signed = blocks.slice(at, lines < 0 ? undefined : at + lines);
  const parties = signed.flatMap((block) => signedLine(block) ?? []);
  if (parties.length < 2 || parties.length > PARTIES_MAX) return [...blocks];
  return replaced(blocks, signed, { id: '', type: 'signatures', parties }, ranges);
}

function replaced(blocks: readonly Block[], given: readonly Block[], signatures: Signatures, ranges: Map<Block, Range>): Block[] {
  const [first] = given;
  const range = first && ranges.get(first);
  if (range) ranges.set(signatures, range);
  return blocks.flatMap((block) => (block === first ? [signatures] : given.includes(block) ? [] : [block]));
}

const LINES_FROM_END = 4;
/** What stands beside a rule and names nobody. */
const NO_PARTY =
  /^(?:(?:name|date|title|signature|signed|place|nombre|fecha|cargo|firma|lugar|nome|data|luogo|datum|ort|unterschrift|nom|lieu|fait à|handtekening|plaats)(?!\p{L})|.*\d)/iu;

/** "Il locatore ______   Il conduttore ______", on one line of text or several: who signs, by the rule beside each; undefined for any other block. */
function signedLine(block: Block): Signatures['parties'] | undefined {
  if (block.type === 'list') {
    const items = block.items.map(({ blocks: [only, ...others] }) => (only && others.length === 0 ? signedLine(only) : undefined));
    return items.every((item) => item !== undefined) ? items.flat() : undefined;
  }
  if (block.type !== 'paragraph') return undefined;
  const text = plainText(block.runs).trim();
  if (!RULE.test(text)) return undefined;
  const names = text
    .split(new RegExp(`\\n|${RULE.source}`, 'u'))
    .map((part) => part.replaceAll(/^[\s:|,]+|[\s:|,]+$/gu, ''))
    .filter((part) => part !== '');
  const all = text.match(new RegExp(RULE.source, 'gu'))?.length ?? 0;
  // "Date: ____" beside a name is in the block for signatures anyway
  const parties = names.length === all ? names.filter((name) => !BLANK.test(name)) : names;
  const rules = all - (names.length - parties.length);
  // names below their rules, in columns of spaces
  const under = parties.length === 1 && rules > 1 ? (parties[0] ?? '').split(/\s{2,}|\t/u) : parties;
  const found = under.map((name) => name.replace(FOR, '').trim());
  const areNames =
    found.length > 0 &&
    found.length === rules &&
    found.every((name) => /^\p{Lu}.{1,48}$/u.test(name) && !NO_PARTY.test(name) && !/[.;]\s/u.test(name));
  return areNames ? found.map((name) => ({ name: partyName(name) })) : undefined;
}

function signaturesOf(table: Table): Signatures | undefined {
  const columns = table.columns.length;
  const texts = table.rows.map((row) => row.cells.map((cell) => (cell.blocks ? '' : plainText(cell.runs).trim())));
  if (columns < 2 || columns > PARTIES_MAX || texts.some((row) => row.length !== columns)) return undefined;
  const heads = texts[0] ?? [];
  const signs = texts.flat().some((text) => LINE.test(text) || /_{4,}/.test(text)) || heads.every((text) => FOR.test(text));
  if (!signs || !heads.every((text) => text === '' || LINE.test(text) || FOR.test(text) || SIDE.test(text) || /^\p{Lu}/u.test(text)))
    return undefined;
  const parties = heads.map((_, column) => {
    const lines = texts
      .map((row) => row[column] ?? '')
      .flatMap((text) => text.split('\n'))
      .map((text) => text.trim())
      .filter((text) => !LINE.test(text) && !BLANK.test(text));
    const [name = '', ...more] = lines.map((text) => text.replace(/^(?:name|nombre|title|cargo|fdo\.?)\s*:\s*/iu, ''));
    const role = more.join(', ');
    return { name: name.replace(FOR, '').replace(/^(?:the|el|la)\s+/iu, ''), ...(role === '' ? {} : { role }) };
  });
  return parties.every(({ name }) => name !== '') ? { id: '', type: 'signatures', parties } : undefined;
}

/**
 * `numbering.xml` and the list styles (ECMA-376-1 §17.9). Four definitions: clauses, numbered headings, bullets, numbers.
 * Every ordered list is an instance of its own with its own start, since Word would otherwise go on counting.
 */
import type { Look } from '../../document/look.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { CLAUSE_INDENTS, CLAUSE_NUM_ID } from './clause-styles.ts';
import { colorXml, type ThemeSlots } from './colors.ts';
import type { ListInstance } from './draft.ts';
import { dxaOfCm } from './measures.ts';
import { WORD_NAMESPACES } from './namespaces.ts';
import { fontsXml, rolePPr, roleRPr, styleXml } from './style-xml.ts';
import type { StyleContext } from './styles.ts';

const HEADING_NUM_ID = 2;
export const BULLET_NUM_ID = 3;
/** Instances of ordered lists follow. */
const FIRST_LIST_NUM_ID = 4;

const LEVELS = 9;
const BULLET_TEXT_CM = 0.6;
const BULLET_HANGING_CM = 0.45;
const NUMBER_TEXT_CM = 0.75;

/** Where the text of a list stands, by its depth from 0; Word knows nine depths. */
export function listIndent(definition: ListInstance['definition'], depth: number): { textDxa: number; hangingDxa: number } {
  const level = Math.min(depth, LEVELS - 1);
  if (definition === 'bullets') return { textDxa: dxaOfCm(BULLET_TEXT_CM * (level + 1)), hangingDxa: dxaOfCm(BULLET_HANGING_CM) };
  return { textDxa: dxaOfCm(NUMBER_TEXT_CM * (level + 1)), hangingDxa: dxaOfCm(NUMBER_TEXT_CM) };
}

/** The number of the instance at this place in `Draft.lists`. */
export const numIdOf = (index: number): number => FIRST_LIST_NUM_ID + index;

export const deepestLevel = (depth: number): number => Math.min(depth, LEVELS - 1);

/** Style of an item's paragraphs; Word has three of a kind. */
export function listStyle(definition: ListInstance['definition'], depth: number): string {
  const base = definition === 'bullets' ? 'ListBullet' : 'ListNumber';
  return depth === 0 ? base : `${base}${Math.min(depth + 1, 3)}`;
}

export function listStyles({ look, slots }: StyleContext): string[] {
  const role = { ...look.roles.listItem, ...(look.bodyAlign === 'left' ? {} : { align: look.bodyAlign }) };
  const item = (definition: ListInstance['definition'], depth: number): string => {
    const { textDxa, hangingDxa } = listIndent(definition, depth);
    const id = listStyle(definition, depth);
    const name = `${definition === 'bullets' ? 'List Bullet' : 'List Number'}${depth === 0 ? '' : ` ${depth + 1}`}`;
    const numPr = definition === 'bullets' ? { numPr: { numId: BULLET_NUM_ID, level: depth } } : {};
    return styleXml({
      id,
      name,
      builtIn: true,
      basedOn: 'Normal',
      quick: depth === 0,
      priority: 36,
      pPr: rolePPr(role, { ...numPr, leftDxa: textDxa, hangingDxa }),
      rPr: roleRPr(role, look, slots),
    });
  };
  const task = dxaOfCm(BULLET_TEXT_CM);
  return [
    ...[0, 1, 2].flatMap((depth) => [item('bullets', depth), item('numbers', depth)]),
    styleXml({
      id: 'ListContinue',
      name: 'List Continue',
      builtIn: true,
      basedOn: 'Normal',
      priority: 36,
      pPr: rolePPr(role, { leftDxa: task }),
      rPr: roleRPr(role, look, slots),
    }),
    styleXml({
      id: 'ListTask',
      name: 'List Task',
      basedOn: 'Normal',
      quick: true,
      priority: 36,
      pPr: rolePPr(role, { tabs: `<w:tabs><w:tab w:val="left" w:pos="${task}"/></w:tabs>`, leftDxa: task, hangingDxa: task }),
      rPr: roleRPr(role, look, slots),
    }),
  ];
}

interface LevelInput {
  format: string;
  text: string;
  style?: string | undefined;
  textDxa: number;
  hangingDxa: number;
  rPr?: string;
}

function levelXml(level: number, { format, text, style, textDxa, hangingDxa, rPr }: LevelInput): string {
  const link = style === undefined ? '' : `<w:pStyle w:val="${style}"/>`;
  return (
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${link}<w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>` +
    `<w:pPr><w:ind w:left="${textDxa}" w:hanging="${hangingDxa}"/></w:pPr>${rPr === undefined ? '' : `<w:rPr>${rPr}</w:rPr>`}</w:lvl>`
  );
}

const abstractXml = (id: number, levels: readonly string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:nsid w:val="0C7A0${id.toString().padStart(3, '0')}"/><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`;

const CLAUSE_LEVELS = [
  ['decimal', '%1.'],
  ['decimal', '%1.%2'],
  ['lowerLetter', '(%3)'],
  ['lowerRoman', '(%4)'],
] as const;

function clauseLevels(): string[] {
  return CLAUSE_LEVELS.map(([format, text], at) => {
    const { numberCm, textCm } = CLAUSE_INDENTS[at] ?? { numberCm: 2, textCm: 2.9 };
    return levelXml(at, { format, text, style: `Clause${at + 1}`, textDxa: dxaOfCm(textCm), hangingDxa: dxaOfCm(textCm - numberCm) });
  });
}

const NUMBER_FORMATS = [
  ['decimal', '.'],
  ['lowerLetter', ')'],
  ['lowerRoman', '.'],
] as const;

/** @param lists ordered lists of the document, each an instance */
export function numberingXml(look: Look, slots: ThemeSlots, lists: readonly ListInstance[]): string {
  const accent = colorXml(slots, look.palette.accent);
  const depths = Array.from({ length: LEVELS }, (_, depth) => depth);
  const bullets = depths.map((depth) =>
    levelXml(depth, {
      format: 'bullet',
      text: depth % 2 === 0 ? '•' : '–',
      style: depth < 3 ? listStyle('bullets', depth) : undefined,
      ...listIndent('bullets', depth),
      rPr: `${fontsXml('text', look)}<w:b w:val="0"/><w:i w:val="0"/>${accent}`,
    }),
  );
  const numbers = depths.map((depth) => {
    const [format, sign] = NUMBER_FORMATS[depth % 3] ?? NUMBER_FORMATS[0];
    return levelXml(depth, {
      format,
      text: `%${depth + 1}${sign}`,
      ...listIndent('numbers', depth),
      rPr: `<w:b/><w:bCs/><w:i w:val="0"/>${accent}`,
    });
  });
  const indent = dxaOfCm(0.8);
  const heading = levelXml(0, {
    format: 'decimal',
    text: '%1',
    ...(look.numberedHeadings ? { style: 'Heading1' } : {}),
    textDxa: indent,
    hangingDxa: indent,
    rPr: accent,
  });
  const instances = lists.map(
    ({ level, start }, at) =>
      `<w:num w:numId="${numIdOf(at)}"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
  );
  return [
    `${XML_DECLARATION}<w:numbering ${WORD_NAMESPACES}>`,
    abstractXml(1, clauseLevels()),
    abstractXml(2, [heading]),
    abstractXml(3, bullets),
    abstractXml(4, numbers),
    ...[CLAUSE_NUM_ID, HEADING_NUM_ID, BULLET_NUM_ID].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`),
    ...instances,
    '</w:numbering>',
  ].join('');
}

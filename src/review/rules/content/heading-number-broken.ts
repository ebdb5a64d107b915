import type { Heading } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { defineContentRule, type Hit } from '../../define-rule.ts';

/** `2. `, `2) `, `2.1 `: a sign or a second number, or "5 reasons" would be one. */
const NUMBER = /^\s*(\d{1,2}(?:\.\d{1,2})+|\d{1,2}(?=[.)]))[.)]?\s+\S/;
/** Two may be a coincidence. */
const NUMBERED_MIN = 3;

interface Numbered {
  heading: Heading;
  path: number[];
}

/** Headings of one level under one parent, each list in order. */
function siblings(headings: readonly Numbered[]): Numbered[][] {
  const groups = new Map<string, Numbered[]>();
  for (const one of headings) {
    const key = `${one.heading.level}|${one.path.slice(0, -1).join('.')}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function faultsOf(group: readonly Numbered[]): Hit[] {
  return group.flatMap(({ heading, path }, i) => {
    const before = group[i - 1]?.path.at(-1);
    const own = path.at(-1) ?? 0;
    if (before === undefined || own === before + 1) return [];
    const what =
      own === before
        ? 'has the number of the one before'
        : own > before
          ? `follows ${group[i - 1]?.path.join('.') ?? ''}: a number is missing`
          : `follows ${group[i - 1]?.path.join('.') ?? ''}`;
    return [{ message: `The heading "${plainText(heading.runs).slice(0, 60)}" ${what}.`, location: { block_id: heading.id } }];
  });
}

/** Typed numbers that jump or come twice: a section was left out or moved, and what refers to it by number is wrong. */
export const headingNumberBroken = defineContentRule({
  code: 'heading_number_broken',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'typed numbers of headings that jump or come twice',
  check: ({ document }) => {
    const numbered = document.blocks.flatMap((block) => {
      const number = block.type === 'heading' && block.id !== document.titleId ? NUMBER.exec(plainText(block.runs))?.[1] : undefined;
      return block.type === 'heading' && number !== undefined ? [{ heading: block, path: number.split('.').map(Number) }] : [];
    });
    if (numbered.length < NUMBERED_MIN) return [];
    return siblings(numbered).filter(countsOnce).flatMap(faultsOf);
  },
  examples: {
    fires: [
      { name: 'three is missing', document: { blocks: headings(['1. Aim', 1], ['2. Scope', 1], ['4. Costs', 1]) } },
      { name: 'two comes twice', document: { blocks: headings(['1. Aim', 1], ['2. Scope', 1], ['2. Costs', 1]) } },
      { name: 'under a chapter', document: { blocks: headings(['1. Aim', 1], ['1.1 Why', 2], ['1.3 How', 2]) } },
    ],
    silent: [
      {
        name: 'in order',
        document: { blocks: headings(['1. Aim', 1], ['1.1 Why', 2], ['1.2 How', 2], ['2. Scope', 1], ['2.1 Where', 2]) },
      },
      { name: 'an extract', document: { blocks: headings(['7. Aim', 1], ['8. Scope', 1], ['9. Costs', 1]) } },
      { name: 'years and counts', document: { blocks: headings(['5 reasons', 1], ['12 months', 1], ['3 steps', 1]) } },
      {
        name: 'steps that begin again in each chapter',
        document: { blocks: headings(['1. Mix', 2], ['2. Bake', 2], ['1. Cut', 2], ['2. Serve', 2]) },
      },
    ],
  },
});

/** Numbers that begin again at 1 count within chapters that have none themselves. */
function countsOnce(group: readonly Numbered[]): boolean {
  return group.slice(1).every(({ path }) => path.at(-1) !== 1);
}

function headings(...given: [text: string, level: number][]): Heading[] {
  return given.map(([text, level], i) => ({ id: `b${i + 1}`, type: 'heading', level, runs: [{ text }] }));
}

/** Paragraphs that are lines, and lines that are "**Label:** value". */
import type { Paragraph } from './block.ts';
import { plainText, type Run } from './inline.ts';

export interface FactRow {
  label: string;
  value: Run[];
  /** The subject of a memo stands out. */
  strong?: boolean;
}

/** The runs line by line; a break inside a run divides it. */
export function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    const pieces = run.math === true ? [run.text] : run.text.split('\n');
    pieces.forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '' || run.footnote !== undefined) lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines.filter((line) => line.length > 0);
}

/** The paragraph as rows, if every line of it is "**Label:** value". */
export function factRows(paragraph: Paragraph): FactRow[] | undefined {
  const rows: FactRow[] = [];
  for (const line of linesOf(paragraph.runs).flatMap(splitAtLabels)) {
    const [first, ...rest] = line;
    if (first?.bold !== true) return undefined;
    const inside = /^\s*(.{1,30}?)\s*:\s*$/.exec(first.text)?.[1];
    const outside = /^\s*:\s*/.exec(rest[0]?.text ?? '')?.[0];
    const label = inside ?? (outside === undefined ? undefined : first.text.trim());
    if (label === undefined || rest.length === 0) return undefined;
    const value = rest.map((run, at) =>
      at === 0 ? { ...run, text: run.text.slice(inside === undefined ? (outside?.length ?? 0) : 0).trimStart() } : run,
    );
    if (plainText(value).trim() === '') return undefined;
    rows.push({
      label,
      value: value.filter((run) => run.text !== '' || run.footnote !== undefined),
      ...(/^(subject|asunto|re)$/i.test(label) ? { strong: true } : {}),
    });
  }
  return rows.length === 0 ? undefined : rows;
}

/** Lines that were run together: in Markdown a line break alone is a space, and "**Date:** … **Place:** …" are two rows all the same. */
function splitAtLabels(line: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  for (const run of line) {
    const starts = run.bold === true && /^\s*\p{Lu}[^:]{0,29}:\s*$/u.test(run.text);
    if (starts || rows.length === 0) rows.push([run]);
    else rows.at(-1)?.push(run);
  }
  return rows;
}

/** What stands out in minutes. */
import type { Paragraph } from './block.ts';

const POINT_LABEL =
  /^(decisions?|decided|resolved|resolution|actions?|action points?|vote|follow-up|decisi[oó]n|acuerdos?|acci[oó]n|votaci[oó]n|seguimiento)\s*:\s+(?=\S)/iu;

/** "Decision: …", "Action: …" in minutes: what was decided and who does what is found at a glance, its label in bold. */
export function labelledPoint(block: Paragraph): Paragraph {
  const [first, ...rest] = block.runs;
  const found = first === undefined || first.bold === true ? null : POINT_LABEL.exec(first.text);
  if (!first || !found) return block;
  const label = found[0].trimEnd();
  return { ...block, runs: [{ ...first, text: label, bold: true }, { ...first, text: first.text.slice(label.length) }, ...rest] };
}

/**
 * A long document written by several calls at the same time: each writes some parts of the plan, and all share the request, the plan,
 * the design and the titles of their neighbours. The text is joined in order: the first parts as they come, the others as soon as they
 * are whole and all before them are there.
 */
import { z } from 'zod';
import { sumUsage, type Model } from '../ports/model.ts';
import type { DesignPlan } from './plan-design.ts';
import { partMessage } from './prompt-files.ts';
import { writeDocument, type WriteInput, type WritingPiece } from './write-document.ts';

/** Calls for one document. */
const GROUPS_MAX = 4;
const PARTS_PER_GROUP_MIN = 2;
/** Shorter documents are written by one call: nobody waits long, and it is the more even text. */
const SLIDES_MIN = 6;
const SECTIONS_MIN = 6;
const PAGES_MIN = 8;

/** A run of parts of the plan, from 0; `to` is not among them. */
export interface PartGroup {
  from: number;
  to: number;
}

/** One group where a single call writes the document. */
export function groupParts({ parts }: DesignPlan, { format, type, pages, requirements }: WriteInput['plan']): PartGroup[] {
  const whole = [{ from: 0, to: parts.length }];
  // the whole text in one language, then in the next: such a text has other parts than its plan
  if (requirements.some(({ kind, names }) => kind === 'language' && names.length > 1)) return whole;
  const isLong =
    format === 'pptx' ? parts.length >= SLIDES_MIN : type === 'report' && parts.length >= SECTIONS_MIN && (pages ?? 0) >= PAGES_MIN;
  if (!isLong) return whole;
  const count = Math.min(GROUPS_MAX, Math.floor(parts.length / PARTS_PER_GROUP_MIN));
  return Array.from({ length: count }, (_, at) => ({
    from: Math.round((at * parts.length) / count),
    to: Math.round(((at + 1) * parts.length) / count),
  }));
}

const writtenSchema = z.object({
  text: z.string(),
  cut: z.boolean(),
  notes: z.array(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});
type Written = z.infer<typeof writtenSchema>;

export interface PartsInput {
  write: WriteInput;
  plan: DesignPlan;
  groups: readonly PartGroup[];
  store: { recall(name: string): Promise<string | null>; keep(name: string, text: string): Promise<void> };
}

function describeGroup({ parts }: DesignPlan, { from, to }: PartGroup): string {
  const title = (at: number): string => `${at + 1}. ${parts[at]?.title ?? ''}`;
  const own = parts.slice(from, to).map((_, at) => title(from + at));
  return [
    partMessage(),
    `Your parts are ${from + 1} to ${to} of ${parts.length}:`,
    ...own,
    from === 0 ? 'Nothing comes before them: the document begins with yours.' : `Before them comes ${title(from - 1)}`,
    to === parts.length ? 'Nothing comes after them: the document ends with yours.' : `After them comes ${title(to)}`,
  ].join('\n');
}

/** What a part that is not the first may not begin with: front matter, and the title of the whole text once more. */
function withoutHead(text: string, format: WriteInput['plan']['format']): string {
  const body = text.replace(/^\s*---[ \t]*\n[^]*?\n---[ \t]*\n/, '').trimStart();
  return format === 'pptx' ? body.slice(Math.max(0, body.search(/^::slide\b/m))) : body.replace(/^# [^\n]*\n+/, '');
}

async function writeGroup(
  model: Model,
  input: PartsInput,
  at: number,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Written> {
  const { write, plan, groups, store } = input;
  const group = groups[at] ?? { from: 0, to: plan.parts.length };
  const name = `part-${at + 1}-of-${groups.length}.json`;
  const kept = await store.recall(name);
  if (kept !== null) {
    const written = writtenSchema.parse(JSON.parse(kept));
    onText(written.text);
    return written;
  }
  const brief = write.brief && { ...write.brief, text: `${write.brief.text}\n\n${describeGroup(plan, group)}` };
  let text = '';
  for await (const piece of writeDocument(model, { ...write, brief, written: '' }, signal)) {
    if (piece.kind === 'text') {
      text += piece.text;
      onText(piece.text);
      continue;
    }
    const written: Written = { text, cut: piece.cut, notes: piece.notes, usage: piece.usage };
    await store.keep(name, JSON.stringify(written));
    return written;
  }
  throw new Error('the answer of the model has no end');
}

/**
 * As `writeDocument`, by several calls.
 * @throws as `writeDocument`, and whatever the store throws; the other calls are ended then
 */
export async function* writeInParts(model: Model, input: PartsInput, signal: AbortSignal): AsyncGenerator<WritingPiece> {
  const failed = new AbortController();
  const first: string[] = [];
  let wake: () => void = () => undefined;
  const writing = input.groups.map((_, at) =>
    writeGroup(model, input, at, AbortSignal.any([signal, failed.signal]), (text) => {
      if (at > 0) return;
      first.push(text);
      wake();
    }),
  );
  try {
    for (const one of writing) one.catch((error: unknown) => failed.abort(error));
    let over = false;
    const ended = writing[0]?.finally(() => {
      over = true;
      wake();
    });
    ended?.catch(() => undefined);
    for (;;) {
      const text = first.splice(0).join('');
      if (text !== '') yield { kind: 'text', text };
      else if (over) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    for (const one of writing.slice(1)) yield { kind: 'text', text: `\n\n${withoutHead((await one).text, input.write.plan.format)}` };
    const all = await Promise.all(writing);
    yield {
      kind: 'end',
      cut: all.some(({ cut }) => cut),
      notes: all.flatMap(({ notes }) => notes),
      usage: sumUsage(...all.map(({ usage }) => usage)),
    };
  } finally {
    failed.abort(new Error('nobody reads on'));
  }
}

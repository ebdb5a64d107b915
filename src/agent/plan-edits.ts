/**
 * A request → typed operations. The model sees an outline of the file with its addresses, may read in full what is
 * shortened, and answers with operations in the schemas of their definitions; what is written is never the document.
 * Operations that could not be done go back to it once, with the reasons and nothing else.
 */
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import { ALL_EDITS, type EditListed } from '../edits/all-edits.ts';
import type { EditOperation, EditResult } from '../edits/apply-edits.ts';
import type { Model, ModelMessage, ModelUsage } from '../ports/model.ts';
import { frameMaterial } from './frame-material.ts';
import { createTextGuard } from './guard-text.ts';
import { listRequirements } from './list-requirements.ts';
import { editInstructions, editLoopMessage } from './prompt-files.ts';
import type { Requirement } from './requirements.ts';
import type { FileOutline } from './outline-file.ts';

export interface PlanEditsInput {
  prompt: string;
  kind: keyof typeof ALL_EDITS;
  outline: FileOutline;
  filename: string;
  mode: 'direct' | 'tracked';
  commentsOnly: boolean;
  /** The changes and conditions of the request, from its words alone. */
  requirements: readonly Requirement[];
  /** Random, of this request alone. */
  boundary: string;
}

/** An operation that keeps to no schema: it can only be rejected. */
interface Malformed {
  result: EditResult;
  replaces: number | undefined;
  change: number | undefined;
}

export interface EditsPlanned {
  operations: EditOperation[];
  /** In a second round: which of the rejected ones (from 1) each operation takes the place of. */
  replaces: (number | undefined)[];
  /** Which of the numbered changes of the request (from 1) each operation serves. */
  changes: (number | undefined)[];
  malformed: Malformed[];
  unsupported: string[];
  /** To the person who asked. */
  notes: string[];
  usage: ModelUsage;
  /** What was said so far, for the second round. */
  messages: ModelMessage[];
}

const TOKENS_MAX = 16_000;
const READS_MAX = 6;
const OPERATIONS_MAX = 500;
/** They need bytes of a picture or file, and none come with a prompt. */
const NEEDS_BYTES = new Set(['insert_image', 'insert_media', 'replace_image', 'add_attachment']);
const COMMENTS = new Set(['add_comment', 'reply_comment', 'resolve_comment']);

function editsFor({ kind, commentsOnly }: Pick<PlanEditsInput, 'kind' | 'commentsOnly'>): readonly EditListed[] {
  return ALL_EDITS[kind].filter(({ op }) => !NEEDS_BYTES.has(op) && (!commentsOnly || COMMENTS.has(op)));
}

/** What a model need not be reported. */
const isNoise = (key: string, value: unknown): boolean =>
  key === '$schema' ||
  key === 'additionalProperties' ||
  ((key === 'maxLength' || key === 'maximum' || key === 'maxItems') && typeof value === 'number' && value > 1_000);

function schemaOf({ schema }: EditListed): string {
  return JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), (key, value: unknown) =>
    isNoise(key, value) ? undefined : value,
  );
}

const described = new Map<EditListed, string>();
function describe(edit: EditListed): string {
  const text = described.get(edit) ?? `- ${edit.op}: ${edit.summary}.\n  ${schemaOf(edit)}`;
  described.set(edit, text);
  return text;
}

const KINDS: Readonly<Record<PlanEditsInput['kind'], string>> = {
  docx: 'a Word file',
  pptx: 'a PowerPoint file',
  xlsx: 'an Excel workbook',
  pdf: 'a PDF file',
  page: 'a web page, as the Markdown of its blocks; collections keep their names, so that what visitors entered stays with them',
};

function instructionsOf(input: PlanEditsInput): string {
  const tracked = input.mode === 'tracked' ? 'Changes are written as tracked changes: plan them as if they were made directly.' : '';
  const comments = input.commentsOnly ? 'The text stays as it is: everything is said in comments.' : '';
  return [
    editInstructions(),
    `The file is ${KINDS[input.kind]}. ${tracked}${comments}`.trim(),
    'Operations:',
    ...editsFor(input).map(describe),
  ].join('\n\n');
}

const answerSchema = z.object({
  read: z.array(z.string().max(200)).max(50).optional(),
  operations: z.array(z.unknown()).optional(),
  unsupported: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional().catch(undefined),
});
type Answer = z.infer<typeof answerSchema>;

/** The object in an answer that may say more than that. */
function readAnswer(text: string): Answer | undefined {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text.slice(start, end + 1)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const blocked = (): Refusal =>
  new Refusal('generation_blocked', 'The model declined to plan these changes; change the prompt and send it again.');

async function ask(
  model: Model,
  instructions: string,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<{ text: string; usage: ModelUsage }> {
  let text = '';
  for await (const piece of model.write({ tier: 'main', instructions, messages, outputTokensMax: TOKENS_MAX, signal })) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.reason === 'refused') throw blocked();
    else return { text, usage: piece.usage };
  }
  throw new Error('the answer of the model has no end');
}

const known = new WeakMap<PlanEditsInput, string>();

/** Formulas that lead outside of the workbook: what a cell holds could go with them. */
const LEADS_OUTSIDE =
  /\b(?:HYPERLINK|IMAGE|WEBSERVICE|FILTERXML|ENCODEURL|RTD|CALL|REGISTER(?:\.ID)?|EXEC|DDE|IMPORT\w*|STOCKHISTORY)\s*\(|\|\s*'/i;
const ASKS_FOR_LINKS =
  /\b(?:hyper)?links?\b|\burls?\b|\bwebservice\b|\bimages?\b|\b(?:hiper)?(?:enlace|v[ií]nculo)s?\b|\bim[aá]gen(?:es)?\b/iu;

/** A formula that leads outside, where the request asks for none; undefined where there is none. */
function findStrayFormula(value: unknown, prompt: string): string | undefined {
  if (typeof value === 'string')
    return /^\s*[=+@-]/.test(value) && LEADS_OUTSIDE.test(value) && !ASKS_FOR_LINKS.test(prompt) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map((item) => findStrayFormula(item, prompt))
    .find((found) => found !== undefined);
}

/** Every text of an operation loses addresses that are neither in the request nor in the file (guard-text.ts); a formula may take none from the file either. */
function guarded(value: unknown, from: string, prompt: string): unknown {
  if (typeof value === 'string') {
    const guard = createTextGuard(/^\s*[=+@-]/.test(value) ? prompt : from);
    return guard.push(value) + guard.end();
  }
  if (Array.isArray(value)) return value.map((item) => guarded(item, from, prompt));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'op' || key === 'target' ? item : guarded(item, from, prompt)]),
  );
}

const envelope = z.looseObject({ op: z.string().max(100), target: z.string().max(500).optional() });
/** Beside the fields of its schema. */
const serving = z.looseObject({ for: z.number().int().optional().catch(undefined), change: z.number().int().optional().catch(undefined) });

export type Judged = Pick<EditsPlanned, 'operations' | 'replaces' | 'changes' | 'malformed'>;

/** Which of the proposed operations keep to their schemas, and why the others do not. */
function judge(input: PlanEditsInput, proposed: readonly unknown[]): Judged {
  const edits = editsFor(input);
  const judged: Judged = { operations: [], replaces: [], changes: [], malformed: [] };
  const from = known.get(input) ?? input.prompt;
  for (const value of proposed.slice(0, OPERATIONS_MAX)) {
    const { for: replaces, change, ...bare } = serving.safeParse(value).data ?? {};
    const parsed = envelope.safeParse(serving.safeParse(value).success ? bare : value);
    const op = parsed.success ? parsed.data.op : 'unknown';
    const refuse = (message: string): void =>
      void judged.malformed.push({
        result: { op, target: parsed.data?.target ?? null, status: 'rejected', reason: 'unsupported', message: message.slice(0, 500) },
        replaces,
        change,
      });
    const edit = edits.find((one) => one.op === op);
    if (!parsed.success) refuse('An operation is an object with the field op.');
    else if (findStrayFormula(parsed.data, input.prompt) !== undefined)
      refuse('The request asks for no formula that leads outside of the file.');
    else if (!edit) refuse(`There is no operation ${op.slice(0, 60)} for this file; use one of ${edits.map((one) => one.op).join(', ')}.`);
    else {
      const operation = envelope.parse(guarded(parsed.data, from, input.prompt));
      const checked = edit.schema.safeParse(operation);
      if (checked.success) {
        judged.operations.push(operation);
        judged.replaces.push(replaces);
        judged.changes.push(change);
      } else refuse(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
    }
  }
  return judged;
}

/** Of operations that an agent proposes for the same file and request. */
export function judgeOperations(input: PlanEditsInput, proposed: readonly unknown[]): Judged {
  rememberWords(input);
  return judge(input, proposed);
}

/** What an agent writes beside operations, without addresses that are neither in the request nor in the file. */
export const guardNote = (input: PlanEditsInput, note: string): string =>
  String(guarded(note, known.get(input) ?? `${input.prompt}\n${input.outline.text}`, input.prompt));

/** What an agent that corrects the plan is told first: the rules and schemas of operations, then those of its tools. */
export const editLoopInstructions = (input: PlanEditsInput): string => `${instructionsOf(input)}\n\n${editLoopMessage()}`;

/** The file by its addresses, the request, and what each of its numbered changes is. */
export const requestOf = (input: PlanEditsInput): string => {
  const { value } = frameMaterial([{ name: input.filename, markdown: input.outline.text }], input.boundary, input.prompt);
  return `${value}\n\nRequest:\n${input.prompt}${changesOf(input)}`;
};

/** Text that stays letter for letter comes from these. */
const rememberWords = (input: PlanEditsInput): void => void known.set(input, `${input.prompt}\n${input.outline.text}`);

const add = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

const sentences = (said: readonly string[] | undefined, chars: number): string[] =>
  (said ?? [])
    .map((text) => text.trim().slice(0, chars))
    .filter((text) => text !== '')
    .slice(0, 20);

const NO_OBJECT = 'Your answer was not one JSON object of the two forms. Answer again, with the object alone.';

/** Reads and misses answers until there is a plan. @throws Refusal generation_blocked, edit_not_understood */
async function converse(model: Model, input: PlanEditsInput, messages: ModelMessage[], signal: AbortSignal): Promise<EditsPlanned> {
  const instructions = instructionsOf(input);
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let missed = 0;
  for (let turn = 0; turn <= READS_MAX + 1; turn++) {
    const said = await ask(model, instructions, messages, signal);
    usage = add(usage, said.usage);
    const answer = readAnswer(said.text);
    messages.push({ role: 'assistant', text: said.text === '' ? '{}' : said.text });
    if (answer?.operations === undefined && answer?.unsupported === undefined) {
      if (answer?.read && answer.read.length > 0 && turn < READS_MAX) {
        const { value } = frameMaterial(
          [{ name: input.filename, markdown: input.outline.read(answer.read.slice(0, 10)) }],
          input.boundary,
          input.prompt,
        );
        messages.push({ role: 'user', text: value });
        continue;
      }
      if (++missed > 1) break;
      messages.push({ role: 'user', text: turn >= READS_MAX ? 'Nothing more can be read. Answer with your plan.' : NO_OBJECT });
      continue;
    }
    return {
      ...judge(input, answer.operations ?? []),
      unsupported: sentences(answer.unsupported, 300),
      notes: sentences(answer.notes, 500).map((note) => String(guarded(note, known.get(input) ?? input.prompt, input.prompt))),
      usage,
      messages,
    };
  }
  throw new Refusal(
    'edit_not_understood',
    'The request could not be turned into concrete changes; say which words, paragraphs, slides or cells are to become what.',
  );
}

const changesOf = ({ requirements }: PlanEditsInput): string =>
  requirements.length === 0 ? '' : `\n\nWhat the request asks for, each checked on the edited file:\n${listRequirements(requirements)}`;

/** @throws Refusal generation_blocked, edit_not_understood, processing_failed; Error where the model cannot be reached; the signal's reason */
export async function planEdits(model: Model, input: PlanEditsInput, signal: AbortSignal): Promise<EditsPlanned> {
  rememberWords(input);
  const { value } = frameMaterial([{ name: input.filename, markdown: input.outline.text }], input.boundary, input.prompt);
  const note = input.outline.shortened ? 'Texts that end in … are shortened; read what you need.\n\n' : '';
  const planned = await converse(
    model,
    input,
    [{ role: 'user', text: `${note}${value}\n\nRequest:\n${input.prompt}${changesOf(input)}` }],
    signal,
  );
  if (planned.operations.length === 0 && planned.malformed.length === 0) {
    const why = planned.unsupported.length > 0 ? ` ${planned.unsupported.join(' ').slice(0, 500)}` : '';
    throw new Refusal('edit_not_understood', `The request could not be turned into concrete changes.${why}`);
  }
  return planned;
}

export interface RejectedOperation {
  operation: unknown;
  result: EditResult;
}

/**
 * The second round: the model sees its own plan, what of it was rejected, why, and what may have been meant. Each new operation
 * says which one it is for.
 * @param now the file as it is after the others, where the new operations are on that one; null: on the file as it was sent
 */
export async function planAgain(
  model: Model,
  input: PlanEditsInput,
  first: EditsPlanned,
  { rejected, now }: { rejected: readonly RejectedOperation[]; now: FileOutline | null },
  signal: AbortSignal,
): Promise<EditsPlanned> {
  const lines = rejected.map(
    ({ operation, result }, i) =>
      `${i + 1}. ${JSON.stringify(operation).slice(0, 2_000)}\n   rejected as ${result.reason ?? 'unsupported'}: ${result.message ?? ''}${result.candidates ? ` Candidates: ${result.candidates.join(', ')}.` : ''}`,
  );
  const next: PlanEditsInput = now === null ? input : { ...input, outline: now };
  known.set(next, `${known.get(input) ?? input.prompt}${now === null ? '' : `\n${now.text}`}`);
  const file =
    now === null
      ? 'Addresses mean the file as it was sent, as before.'
      : `The new operations come after those, on the file as it is now, with its values calculated: addresses mean this one.\n\n${frameMaterial([{ name: input.filename, markdown: now.text }], input.boundary, input.prompt).value}`;
  const text = `Of your plan, these operations could not be done; all others are done and stay. Answer with operations in the place of these alone, each with the field "for": the number of the one it replaces. Leave out what cannot be done and name it in unsupported. What you named in unsupported and notes before stays; name only what is new.\n\n${lines.join('\n')}\n\n${file}`;
  return converse(model, next, [...first.messages, { role: 'user', text }], signal);
}

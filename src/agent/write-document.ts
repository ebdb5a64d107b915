/**
 * The model writes: its text as it comes, without what some models put around it. An answer that is cut, by its length or by
 * its connection, is continued once.
 */
import { Refusal } from '../base/refusal.ts';
import type { Model, ModelCall, ModelEnd, ModelMessage, ModelPicture, ModelUsage } from '../ports/model.ts';
import { createSeam } from './join-seam.ts';
import { listRequirements } from './list-requirements.ts';
import type { RequestPlan } from './plan-request.ts';
import { goOnMessage, writingInstructions } from './prompt-files.ts';
import { createNotesFilter } from './take-notes.ts';
import { createTrimmer } from './trim-answer.ts';

export interface WriteInput {
  plan: Pick<RequestPlan, 'format' | 'type' | 'genre' | 'lang' | 'pages' | 'requirements'>;
  prompt: string;
  name: string | null;
  pictures: readonly ModelPicture[];
  /** Text of sources, already within boundary lines; '' where there are none. */
  material: string;
  /** What an earlier attempt had written: it is gone on from. */
  written: string;
  /** As a person writes it, for letters and memos. */
  today: string;
  /** Of an agent that designs: instructions in the place of the plain ones, and the plan with what belongs to it. */
  brief?: { instructions: string; text: string } | undefined;
}

export type WritingPiece =
  | { kind: 'text'; text: string }
  /** `cut`: the end is missing although it was continued. `notes`: to the user, in the order in which they were written. */
  | { kind: 'end'; cut: boolean; notes: string[]; usage: ModelUsage };

const TEXT_CHARS_MAX = 400_000;
/** Output for a page in tokens, and for what a short text needs at least. */
const TOKENS_PER_PAGE = 1_500;
/** What a model thinks before it writes counts too. */
const TOKENS_MIN = 12_000;
const TOKENS_MAX = 32_000;
/** Continuations of one answer: after its length was reached, and in all (a connection may break again). */
const LENGTHENED_MAX = 1;
const CONTINUED_MAX = 3;

const FILES: Record<RequestPlan['format'], string> = {
  docx: 'a Word file',
  pdf: 'a PDF',
  pptx: 'a PowerPoint file',
  xlsx: 'an Excel workbook',
  artifact: 'a web page',
};

function languagesOf({ lang, requirements }: WriteInput['plan']): string {
  const all = requirements.filter(({ kind, names }) => kind === 'language' && names.length > 1).flatMap(({ names }) => names);
  return all.length > 1 ? `Languages: ${[...new Set(all)].join(', ')}.` : `Language: ${lang}.`;
}

/** The request as the writer reads it: what is settled, the material, the request, and what it requires. */
export function requestMessage(input: WriteInput): ModelMessage {
  const { plan, name, pictures } = input;
  const lines = [
    `The document is made as ${FILES[plan.format]}.`,
    languagesOf(plan),
    `Today is ${input.today}.`,
    ...(name === null ? [] : [`Name of the document: ${name}`]),
    ...(pictures.length === 0
      ? ['No pictures come with the request: place none.']
      : [`Pictures that come with the request, in order: img:1${pictures.length > 1 ? ` to img:${pictures.length}` : ''}.`]),
    ...(input.material === '' ? [] : ['', input.material]),
    '',
    'Request:',
    input.prompt,
    ...(plan.requirements.length === 0
      ? []
      : ['', 'Conditions of this request, checked on the finished document:', listRequirements(plan.requirements)]),
    ...(input.brief === undefined ? [] : ['', input.brief.text]),
  ];
  return { role: 'user', text: lines.join('\n'), ...(pictures.length > 0 ? { pictures } : {}) };
}

/** @param goesOn whether an answer was cut before: then it may be as long as any */
function callOf(
  { plan: { type, genre, pages }, brief }: WriteInput,
  messages: readonly ModelMessage[],
  goesOn: boolean,
  signal: AbortSignal,
): ModelCall {
  return {
    tier: 'main',
    instructions: brief?.instructions ?? writingInstructions(type, genre),
    messages,
    outputTokensMax:
      goesOn || brief !== undefined ? TOKENS_MAX : Math.min(TOKENS_MAX, Math.max(TOKENS_MIN, (pages ?? 4) * TOKENS_PER_PAGE)),
    signal,
  };
}

const REFUSAL = /^(?:i['’]?m (?:very )?(?:sorry|unable)|i (?:can ?not|can['’]t|won['’]t)|sorry,|lo siento|no puedo|lamento)/i;

/** An answer without anything to use: nothing, or a few words that decline. */
function isUseless(text: string): boolean {
  const plain = text.trim();
  return plain === '' || (plain.length < 600 && !/^(?:#|:::|::)/m.test(plain) && REFUSAL.test(plain));
}

const blocked = (): Refusal =>
  new Refusal('generation_blocked', 'The model declined to write this document; change the prompt and send it again.');

const goOn = (written: string): ModelMessage[] =>
  written === ''
    ? []
    : [
        { role: 'assistant', text: written },
        { role: 'user', text: goOnMessage() },
      ];

/**
 * The answer in pieces, as it comes. What is cut by its length is continued once; what breaks off, by its connection or by the
 * model's silence, is continued from what was received as long as there is something new.
 * @throws Refusal generation_blocked, processing_failed; Error where the model cannot be reached; the signal's reason
 */
export async function* writeDocument(model: Model, input: WriteInput, signal: AbortSignal): AsyncGenerator<WritingPiece> {
  let said = input.written;
  let text = input.written;
  const usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const request = requestMessage(input);
  const filter = createNotesFilter();
  let end: ModelEnd = 'finished';
  for (let [continued, lengthened] = [0, 0]; continued <= CONTINUED_MAX && lengthened <= LENGTHENED_MAX; continued++) {
    const trimmer = createTrimmer(said === '');
    const seam = createSeam(said);
    const before = said.length;
    for await (const piece of model.write(callOf(input, [request, ...goOn(said)], continued > 0, signal))) {
      const more = piece.kind === 'text' ? seam.push(trimmer.push(piece.text)) : seam.push(trimmer.end()) + seam.end();
      said += more;
      const shown = filter.push(more);
      text += shown;
      if (shown !== '') yield { kind: 'text', text: shown };
      if (piece.kind === 'end') {
        usage.inputTokens += piece.usage.inputTokens;
        usage.outputTokens += piece.usage.outputTokens;
        end = piece.reason;
      }
      if (said.length > TEXT_CHARS_MAX) {
        yield { kind: 'end', cut: true, notes: filter.notes(), usage };
        return;
      }
    }
    if (end === 'refused' || (end === 'finished' && isUseless(text))) throw blocked();
    if (end === 'finished') break;
    if (end === 'length') lengthened++;
    else if (said.length === before && continued > 0) break;
  }
  if (end === 'broken') throw new Error('the answer of the model broke off again and again');
  const rest = filter.end();
  if (rest !== '') yield { kind: 'text', text: rest };
  yield { kind: 'end', cut: end === 'length', notes: filter.notes(), usage };
}

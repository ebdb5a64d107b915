/**
 * The model writes: its text as it comes, without what some models put around it. An answer that is cut, by its length or by
 * its connection, is continued once.
 */
import { Refusal } from '../base/refusal.ts';
import type { Model, ModelCall, ModelEnd, ModelMessage, ModelPicture, ModelUsage } from '../ports/model.ts';
import type { RequestPlan } from './plan-request.ts';
import { goOnMessage, writingInstructions } from './prompt-files.ts';
import { createTrimmer } from './trim-answer.ts';

export interface WriteInput {
  plan: Pick<RequestPlan, 'type' | 'lang' | 'pages'>;
  prompt: string;
  name: string | null;
  pictures: readonly ModelPicture[];
  /** Text of sources, already within boundary lines; '' where there are none. */
  material: string;
  /** What an earlier attempt had written: it is gone on from. */
  written: string;
  /** As a person writes it, for letters and memos. */
  today: string;
}

export type WritingPiece =
  | { kind: 'text'; text: string }
  /** `cut`: the end is missing although it was continued once. */
  | { kind: 'end'; cut: boolean; usage: ModelUsage };

const TEXT_CHARS_MAX = 400_000;
/** Room for a page in tokens, and for what a short text needs at least. */
const TOKENS_PER_PAGE = 1_500;
/** What a model thinks before it writes counts too. */
const TOKENS_MIN = 12_000;
const TOKENS_MAX = 32_000;

function requestMessage(input: WriteInput): ModelMessage {
  const { plan, name, pictures } = input;
  const unit = plan.type === 'presentation' ? 'slides' : plan.type === 'spreadsheet' ? 'sheets' : 'pages';
  const lines = [
    `Language: ${plan.lang}.`,
    ...(plan.pages === null ? [] : [`Length: about ${plan.pages} ${unit}.`]),
    `Today is ${input.today}.`,
    ...(name === null ? [] : [`Name of the document: ${name}`]),
    ...(pictures.length === 0
      ? ['No pictures come with the request: place none.']
      : [`Pictures that come with the request, in order: img:1${pictures.length > 1 ? ` to img:${pictures.length}` : ''}.`]),
    ...(input.material === '' ? [] : ['', input.material]),
    '',
    'Request:',
    input.prompt,
  ];
  return { role: 'user', text: lines.join('\n'), ...(pictures.length > 0 ? { pictures } : {}) };
}

/** @param goesOn whether an answer was cut before: then there is all the room that there is */
function callOf({ type, pages }: WriteInput['plan'], messages: readonly ModelMessage[], goesOn: boolean, signal: AbortSignal): ModelCall {
  return {
    tier: 'main',
    instructions: writingInstructions(type),
    messages,
    outputTokensMax: goesOn ? TOKENS_MAX : Math.min(TOKENS_MAX, Math.max(TOKENS_MIN, (pages ?? 4) * TOKENS_PER_PAGE)),
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

/** @throws Refusal generation_blocked, processing_failed; Error where the model cannot be reached; the signal's reason */
export async function* writeDocument(model: Model, input: WriteInput, signal: AbortSignal): AsyncGenerator<WritingPiece> {
  let text = input.written;
  const usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const request = requestMessage(input);
  let end: ModelEnd = 'finished';
  for (let continued = 0; continued <= 1; continued++) {
    const goOn: ModelMessage[] =
      text === ''
        ? []
        : [
            { role: 'assistant', text },
            { role: 'user', text: goOnMessage() },
          ];
    const trimmer = createTrimmer(text === '');
    for await (const piece of model.write(callOf(input.plan, [request, ...goOn], continued > 0, signal))) {
      const more = piece.kind === 'text' ? trimmer.push(piece.text) : trimmer.end();
      text += more;
      if (more !== '') yield { kind: 'text', text: more };
      if (piece.kind === 'end') {
        usage.inputTokens += piece.usage.inputTokens;
        usage.outputTokens += piece.usage.outputTokens;
        end = piece.reason;
      }
      if (text.length > TEXT_CHARS_MAX) {
        yield { kind: 'end', cut: true, usage };
        return;
      }
    }
    if (end === 'refused' || (end === 'finished' && isUseless(text))) throw blocked();
    if (end === 'finished') break;
  }
  if (end === 'broken') throw new Error('the answer of the model broke off twice');
  yield { kind: 'end', cut: end === 'length', usage };
}

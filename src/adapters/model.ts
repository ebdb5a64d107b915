/**
 * The model port over the AI SDK's providers. The SDK's own retries are off: a stream counts as begun only with its first
 * text, and until then overload, faults and broken connections are tried again here.
 *
 *   call ──▶ waiting for text ── fault ──▶ waiting longer ──▶ call      (TRIES_MAX calls at most)
 *                  └── text ──▶ passing it on ── fault ──▶ end: broken
 */
import { setTimeout as wait } from 'node:timers/promises';
import { generateText, NoObjectGeneratedError, Output, streamText, type LanguageModel } from 'ai';
import { z } from 'zod';
import {
  ModelAway,
  type Model,
  type ModelCall,
  type ModelEnd,
  type ModelTier,
  type ModelTurn,
  type ModelUsage,
  type TurnPiece,
} from '../ports/model.ts';
import { describeFault, ModelTimeout, refusesLength, refusesPictures, refusesStructure, waitBeforeRetry } from './model/faults.ts';
import { findJson } from './model/find-json.ts';
import { hasPictures, instructionsOf, messagesOf, toolsOf } from './model/messages.ts';
import { openProvider, type ProviderAccess } from './model/providers.ts';

// it would write to the console, beside our log
globalThis.AI_SDK_LOG_WARNINGS = false;

const TRIES_MAX = 4;
const BACKOFF_MS = 500;
/** A model that thinks may say nothing for minutes. */
const SILENCE_MS = 300_000;
const CALL_MS = 1_800_000;
/** Every model in use writes as much at once. */
const OUTPUT_TOKENS_LEAST = 2_000;

export interface ModelOptions extends ProviderAccess {
  /** As OCTAVO_MODEL: `anthropic:<name>`, `openai:<name>` or `openai-compatible:<name>`. */
  model: string;
  /** As OCTAVO_MODEL_SMALL; the main model where absent. */
  small?: string | undefined;
  /** Told of every finished call, for /metrics. */
  onUsage?: (tier: ModelTier, usage: ModelUsage) => void;
  /** First wait before another try; doubled each time. */
  backoffMs?: number;
  /** Longest wait for the next token, the first one too; a call that gives tokens goes on. Five minutes where absent. */
  silenceMs?: number | undefined;
  /** Longest call, whatever it gives. */
  callMs?: number;
}

const usageOf = (usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): ModelUsage => ({
  inputTokens: usage.inputTokens ?? 0,
  outputTokens: usage.outputTokens ?? 0,
});

/** undefined where the answer ended without saying why: its connection broke. @param raw as the provider said it: some have words of their own */
function endOf(reason: string, raw: string | undefined): ModelEnd | undefined {
  if (reason === 'stop' || reason === 'tool-calls') return 'finished';
  if (reason === 'length') return 'length';
  if (reason === 'content-filter') return 'refused';
  return reason === 'other' && raw !== undefined && raw !== '' ? 'finished' : undefined;
}

/** OpenAI keeps what is sent for 30 days unless it is told not to. */
const PRIVATE = { openai: { store: false } };

interface Limits {
  silenceMs: number;
  callMs: number;
  backoffMs: number;
}

/** Parts in which a silence is counted: a process that stood still for longer than the silence missed one part, not all. */
const SILENCE_PARTS = 5;

/** Ends a call that is silent or lasts too long; `heard` begins the silence again. */
function watchCall(signal: AbortSignal, { silenceMs, callMs }: Limits): { signal: AbortSignal; heard(): void; close(): void } {
  const late = new AbortController();
  const end = (what: string) => () => late.abort(new ModelTimeout(what));
  const whole = setTimeout(end(`the model took more than ${callMs} ms`), callMs);
  const silent = end(`the model said nothing for ${silenceMs} ms`);
  let parts = 0;
  const silence = setInterval(() => {
    parts += 1;
    if (parts >= SILENCE_PARTS) silent();
  }, silenceMs / SILENCE_PARTS);
  return {
    signal: AbortSignal.any([signal, late.signal]),
    heard() {
      parts = 0;
      silence.refresh();
    },
    close() {
      clearTimeout(whole);
      clearInterval(silence);
    },
  };
}

/** A turn, and whether its pictures are left out; a call without tools is one too. */
interface Try extends ModelTurn {
  blind: boolean;
}

/** One try. @throws whatever went wrong before or after text */
async function* streamOnce(model: LanguageModel, call: Try, limits: Limits): AsyncGenerator<TurnPiece> {
  const watch = watchCall(call.signal, limits);
  const goesOn = call.tools.length > 0;
  try {
    const { stream } = streamText({
      model,
      instructions: instructionsOf(call.instructions),
      messages: messagesOf(call.messages, { blind: call.blind, goesOn }),
      ...(goesOn ? { tools: toolsOf(call.tools) } : {}),
      maxOutputTokens: call.outputTokensMax,
      maxRetries: 0,
      abortSignal: watch.signal,
      providerOptions: PRIVATE,
      // told by the part `error` below; without this the SDK writes to the console
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.text !== '') {
        watch.heard();
        yield { kind: 'text', text: part.text };
      } else if (part.type === 'reasoning-delta' || part.type === 'tool-input-delta') watch.heard();
      else if (part.type === 'tool-call') {
        watch.heard();
        yield { kind: 'call', call: { id: part.toolCallId, name: part.toolName, input: part.input } };
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw watch.signal.reason;
      else if (part.type === 'finish') {
        const reason = endOf(part.finishReason, part.rawFinishReason);
        if (reason === undefined) throw new Error('the answer of the model broke off');
        yield { kind: 'end', reason, usage: usageOf(part.totalUsage), blind: call.blind };
        return;
      }
    }
    throw watch.signal.aborted ? watch.signal.reason : new Error('the answer of the model broke off');
  } finally {
    watch.close();
  }
}

/** Waits before another try. @throws Refusal or Error where there is none, the signal's reason */
async function pause(error: unknown, attempt: number, signal: AbortSignal, { backoffMs }: Limits): Promise<void> {
  signal.throwIfAborted();
  const waitMs = waitBeforeRetry(error, backoffMs * 2 ** attempt * (0.75 + Math.random() / 2), Date.now());
  if (attempt + 1 >= TRIES_MAX) throw describeFault(error);
  try {
    await wait(waitMs, undefined, { signal });
  } finally {
    // with its reason rather than the timer's own error
    signal.throwIfAborted();
  }
}

/** The same call as the provider may take it, where it refuses something of it; undefined where it refuses something else. */
function easier(call: Try, error: unknown): Try | undefined {
  if (refusesLength(error) && call.outputTokensMax > OUTPUT_TOKENS_LEAST)
    // not a try that failed: the model simply writes less at once, and is gone on with
    return { ...call, outputTokensMax: Math.max(OUTPUT_TOKENS_LEAST, Math.floor(call.outputTokensMax / 2)) };
  if (call.tools.length > 0 && !call.blind && hasPictures(call.messages) && refusesPictures(error)) return { ...call, blind: true };
  return undefined;
}

async function* streamWithRetries(model: LanguageModel, turn: ModelTurn, limits: Limits): AsyncGenerator<TurnPiece> {
  let call: Try = { ...turn, blind: false };
  for (let attempt = 0; ; attempt++) {
    let begun = false;
    try {
      for await (const piece of streamOnce(model, call, limits)) {
        begun = true;
        yield piece;
      }
      return;
    } catch (error) {
      call.signal.throwIfAborted();
      if (begun) {
        yield { kind: 'end', reason: 'broken', usage: { inputTokens: 0, outputTokens: 0 }, blind: call.blind };
        return;
      }
      const next = easier(call, error);
      if (next !== undefined) {
        call = next;
        attempt -= 1;
        continue;
      }
      await pause(error, attempt, call.signal, limits);
    }
  }
}

interface Answer<T> {
  value: T | null;
  usage: ModelUsage;
}

interface Question<T> {
  call: ModelCall;
  schema: z.ZodType<T>;
  lenient: z.ZodType<T>;
}

/** Models without structured answers put them in a fence, or between sentences. */
function readAnswer<T>(text: string, usage: ModelUsage, lenient: z.ZodType<T>): Answer<T> {
  const found = lenient.safeParse(findJson(text));
  return { value: found.success ? found.data : null, usage };
}

async function answerOnce<T>(model: LanguageModel, { call, schema, lenient }: Question<T>, limits: Limits): Promise<Answer<T>> {
  const watch = watchCall(call.signal, { ...limits, silenceMs: limits.callMs });
  const settings = {
    model,
    messages: messagesOf(call.messages),
    maxOutputTokens: call.outputTokensMax,
    maxRetries: 0,
    abortSignal: watch.signal,
    providerOptions: PRIVATE,
  };
  try {
    const { output, usage } = await generateText({
      ...settings,
      instructions: instructionsOf(call.instructions),
      output: Output.object({ schema }),
    });
    return { value: output, usage: usageOf(usage) };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return readAnswer(error.text ?? '', usageOf(error.usage ?? {}), lenient);
    if (!refusesStructure(error)) throw error;
    const form = `Answer with one JSON object of this schema and nothing else:\n${JSON.stringify(z.toJSONSchema(schema))}`;
    const { text, usage } = await generateText({ ...settings, instructions: instructionsOf(`${call.instructions}\n\n${form}`) });
    return readAnswer(text, usageOf(usage), lenient);
  } finally {
    watch.close();
  }
}

async function answerWithRetries<T>(model: LanguageModel, question: Question<T>, limits: Limits): Promise<Answer<T>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await answerOnce(model, question, limits);
    } catch (error) {
      await pause(error, attempt, question.call.signal, limits);
    }
  }
}

/** @throws Error where the setting names no provider */
export function createModel(options: ModelOptions): Model {
  const names = { main: options.model, small: options.small ?? options.model };
  const models: Record<ModelTier, LanguageModel> = { main: openProvider(names.main, options), small: openProvider(names.small, options) };
  const limits: Limits = {
    backoffMs: options.backoffMs ?? BACKOFF_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    callMs: options.callMs ?? CALL_MS,
  };
  return {
    names,
    async *write(call) {
      for await (const piece of streamWithRetries(models[call.tier], { ...call, tools: [] }, limits)) {
        if (piece.kind === 'end') options.onUsage?.(call.tier, piece.usage);
        if (piece.kind !== 'call') yield piece;
      }
    },
    async *turn(turn) {
      for await (const piece of streamWithRetries(models[turn.tier], turn, limits)) {
        if (piece.kind === 'end') options.onUsage?.(turn.tier, piece.usage);
        yield piece;
      }
    },
    async answer(call, schema, lenient = schema) {
      const ask = async (tier: ModelTier): Promise<Answer<z.infer<typeof schema>>> => {
        const callMs = Math.min(limits.callMs, limits.silenceMs);
        const answer = await answerWithRetries(models[tier], { call, schema, lenient }, { ...limits, callMs });
        options.onUsage?.(tier, answer.usage);
        return answer;
      };
      return ask(call.tier).catch((error: unknown) => {
        if (call.tier === 'main' || names.small === names.main || !(error instanceof ModelAway)) throw error;
        return ask('main');
      });
    },
  };
}

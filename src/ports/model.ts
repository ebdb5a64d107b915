/** A language model at work. Real adapters: the providers of `adapters/model.ts`. Nothing of a call is ever logged. */
import type { z } from 'zod';

/** `main` writes; `small` answers questions about a request, quickly. */
export type ModelTier = 'main' | 'small';

export interface ModelPicture {
  contentType: 'image/png' | 'image/jpeg';
  data: Uint8Array;
}

export interface ModelMessage {
  role: 'user' | 'assistant';
  text: string;
  pictures?: readonly ModelPicture[];
}

/** Something that a model may ask for. What it gives as input is checked by whoever performs the call, never taken on trust. */
export interface ModelTool {
  name: string;
  description: string;
  input: z.ZodType;
}

export interface ModelToolCall {
  /** Of the provider; its result carries it. */
  id: string;
  name: string;
  /** As the model gave it: it may keep to no schema. */
  input: unknown;
}

/** A message of a conversation with tools: each call of an assistant's message is answered in the `tool` message behind it. */
export type TurnMessage =
  | (ModelMessage & { calls?: readonly ModelToolCall[] })
  | { role: 'tool'; results: readonly { id: string; name: string; text: string }[] };

export interface ModelCall {
  tier: ModelTier;
  /** The part that is the same in many calls: it goes first, so that providers can keep it. */
  instructions: string;
  messages: readonly ModelMessage[];
  outputTokensMax: number;
  signal: AbortSignal;
}

export interface ModelTurn extends Omit<ModelCall, 'messages'> {
  messages: readonly TurnMessage[];
  tools: readonly ModelTool[];
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** Of several calls; of those that were not made nothing. */
export const sumUsage = (...all: readonly (ModelUsage | undefined)[]): ModelUsage => ({
  inputTokens: all.reduce((sum, usage) => sum + (usage?.inputTokens ?? 0), 0),
  outputTokens: all.reduce((sum, usage) => sum + (usage?.outputTokens ?? 0), 0),
});

/**
 * How an answer ended: `length`, cut at the limit of tokens; `refused`, by the provider's own signal; `broken`, the
 * connection ended after text had come.
 */
export type ModelEnd = 'finished' | 'length' | 'refused' | 'broken';

type ModelPiece = { kind: 'text'; text: string } | { kind: 'end'; reason: ModelEnd; usage: ModelUsage };

export type TurnPiece =
  | Extract<ModelPiece, { kind: 'text' }>
  | { kind: 'call'; call: ModelToolCall }
  /** `blind`: the provider refused the pictures, and the answer was given without them. */
  | { kind: 'end'; reason: ModelEnd; usage: ModelUsage; blind: boolean };

/** The provider cannot be reached, is overloaded or has a fault of its own, try after try: it says nothing about what was asked. */
export class ModelAway extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelAway';
  }
}

/** The provider does not take this call, and would not take it again: it is too long, or asks for what the model cannot do. */
export class CallRefused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the model provider answered ${statusCode}`);
    this.name = 'CallRefused';
    this.statusCode = statusCode;
  }
}

export interface Model {
  names: Readonly<Record<ModelTier, string>>;
  /**
   * Text as it comes; the last piece is always an `end`. Overload, faults of the provider and connections that break
   * before the first text are tried again, waiting longer each time.
   * @throws Refusal processing_failed where the provider refuses the key, the model's name or the account; CallRefused; ModelAway
   * where all tries failed for reasons that pass; Error where the model stays silent; the signal's reason
   */
  write(call: ModelCall): AsyncIterable<ModelPiece>;
  /**
   * One turn of a conversation with tools: text and calls as they come; the last piece is always an `end`. Pictures that the
   * provider refuses are left out, and the end says so.
   * @throws as `write` does
   */
  turn(turn: ModelTurn): AsyncIterable<TurnPiece>;
  /**
   * An answer in the form of `schema`; null where the model gives none that fits. Where the small model is away, the main one is asked.
   * @param lenient what an answer of a model is read by that keeps to the form only nearly; as `schema` where absent
   * @throws as `write` does
   */
  answer<T>(call: ModelCall, schema: z.ZodType<T>, lenient?: z.ZodType<T>): Promise<{ value: T | null; usage: ModelUsage }>;
}

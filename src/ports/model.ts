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

export interface ModelCall {
  tier: ModelTier;
  /** The part that is the same in many calls: it goes first, so that providers can keep it. */
  instructions: string;
  messages: readonly ModelMessage[];
  outputTokensMax: number;
  signal: AbortSignal;
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * How an answer ended: `length`, cut at the limit of tokens; `refused`, by the provider's own signal; `broken`, the
 * connection ended after text had come.
 */
export type ModelEnd = 'finished' | 'length' | 'refused' | 'broken';

export type ModelPiece = { kind: 'text'; text: string } | { kind: 'end'; reason: ModelEnd; usage: ModelUsage };

export interface Model {
  names: Readonly<Record<ModelTier, string>>;
  /**
   * Text as it comes; the last piece is always an `end`. Overload, faults of the provider and connections that break
   * before the first text are tried again, waiting longer each time.
   * @throws Refusal processing_failed where the provider refuses the key or the model's name; Error where all tries failed; the signal's reason
   */
  write(call: ModelCall): AsyncIterable<ModelPiece>;
  /**
   * An answer in the form of `schema`; null where the model gives none that fits.
   * @param lenient what an answer of a model is read by that keeps to the form only nearly; as `schema` where absent
   * @throws as `write` does
   */
  answer<T>(call: ModelCall, schema: z.ZodType<T>, lenient?: z.ZodType<T>): Promise<{ value: T | null; usage: ModelUsage }>;
}

/** The one contract as the dashboard sees it: types inferred from the service's own table of endpoints, and nothing written twice. */
import type { z } from 'zod';
import type { EndpointTable } from '../../../src/api/endpoints.ts';
import type { documentSchema, dryRunSchema, outputSchema } from '../../../src/contract/document.ts';
import type { NewEvent, StoredEvent } from '../../../src/contract/event.ts';
import type { problemSchema } from '../../../src/contract/problem.ts';
import type { dashboardSessionSchema } from '../../../src/contract/dashboard.ts';

type Row = EndpointTable[keyof EndpointTable];
export type Method = Row['method'];
export type PathOf<M extends Method> = Extract<Row, { method: M }>['path'];
type RowOf<M extends Method, P extends string> = Extract<Row, { method: M; path: P }>;

type Successes<A> = { [K in keyof A]: A[K] extends { schema: infer S extends z.ZodType } ? z.output<S> : never }[keyof A];
/** What an endpoint answers in JSON. */
export type AnswerOf<M extends Method, P extends string> = Successes<RowOf<M, P>['answers']>;

type Parameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never;
type QueryOf<R> = R extends { query: infer Q extends z.ZodType }
  ? { [K in keyof z.input<Q>]?: string | number | boolean | undefined }
  : never;
type BodyOf<R> = R extends { body: { json: infer B extends z.ZodType } } ? z.input<B> : never;

/** What a call of an endpoint takes: the parameters of its path, its query, its body. */
export type InputOf<M extends Method, P extends string> = ([Parameters<P>] extends [never]
  ? object
  : { path: Record<Parameters<P>, string> }) &
  ([QueryOf<RowOf<M, P>>] extends [never] ? object : { query?: QueryOf<RowOf<M, P>> }) &
  ([BodyOf<RowOf<M, P>>] extends [never] ? object : { body: BodyOf<RowOf<M, P>> | FormData });

export type Document = z.output<typeof documentSchema>;
export type DryRun = z.output<typeof dryRunSchema>;
export type Output = z.output<typeof outputSchema>;
export type Problem = z.output<typeof problemSchema>;
export type Session = z.output<typeof dashboardSessionSchema>;
export type DocumentEvent = Omit<StoredEvent, 'type' | 'data'> & NewEvent;

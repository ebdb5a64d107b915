/** Calls of the API in the user's session: typed by the contract, in the chosen project, with problems as errors. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf, Method, PathOf, Problem } from './contract.ts';
import { chosenProject } from './project.ts';

/** An answer of the API that is no success, or none at all (`problem` null: the service was not reached). */
export class ApiError extends Error {
  readonly problem: Problem | null;
  readonly status: number;
  constructor(status: number, problem: Problem | null) {
    super(problem?.detail ?? 'The service did not answer.');
    this.status = status;
    this.problem = problem;
  }
}

interface RawInput {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** `/documents/{id}` and its parameters → the address, with the query. */
export function addressOf(path: string, { path: parameters = {}, query = {} }: Pick<RawInput, 'path' | 'query'>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  ).toString();
  return `/v1${filled}${search === '' ? '' : `?${search}`}`;
}

/** Headers of every call: the project that the user has chosen. */
export function projectHeaders(): Record<string, string> {
  const project = chosenProject();
  return project === null ? {} : { 'octavo-project': project };
}

async function readProblem(answer: Response): Promise<Problem | null> {
  if (!(answer.headers.get('content-type') ?? '').includes('problem+json')) return null;
  return (await answer.json()) as Problem;
}

/** One request; the answer, if it is a success. @throws ApiError */
export async function send(method: string, address: string, { body, headers, signal }: RawInput = {}): Promise<Response> {
  const form = body instanceof FormData;
  let answer: Response;
  try {
    answer = await fetch(address, {
      method,
      headers: { ...projectHeaders(), ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, null);
  }
  if (answer.ok) return answer;
  throw new ApiError(answer.status, await readProblem(answer));
}

/** One call of an endpoint of the contract. @throws ApiError */
export async function ask<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  input: InputOf<M, P> & { headers?: Record<string, string>; signal?: AbortSignal },
): Promise<AnswerOf<M, P>> {
  const answer = await send(method, addressOf(path, input as RawInput), input as RawInput);
  return (await answer.json()) as AnswerOf<M, P>;
}

/** What a `useQuery` reads by GET. Its key begins with the path, so that `invalidateQueries({ queryKey: ['/documents'] })` renews all lists. */
export function reading<P extends PathOf<'GET'>>(path: P, input: InputOf<'GET', P>) {
  return queryOptions({
    queryKey: [path, input] as const,
    queryFn: ({ signal }) => ask('GET', path, { ...input, signal }),
  });
}

/** Signed links name the public address; the page asks the one that it came from. */
export function localLink(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/v1/downloads/') ? `${pathname}${search}` : url;
}

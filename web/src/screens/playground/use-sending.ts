/** One request at a time, sent as it was built; its answer, or as much of it as has come. */
import { writeCurl } from '../../api/write-curl.ts';
import { useRef, useState } from 'react';
import { addressOf, projectHeaders } from '../../api/client.ts';
import type { Operation } from './operations.ts';

export interface Request {
  operation: Operation;
  values: Readonly<Record<string, string>>;
  body: string | null;
}
export interface Sent {
  /** null: it is under way. */
  status: number | null;
  ms: number | null;
  text: string;
  /** Of an answer that is no text; null else. */
  bytes: number | null;
  type: string;
}

const SHOWN_CHARS_MAX = 400_000;
const NONE: Sent = { status: null, ms: null, text: '', bytes: null, type: '' };

function addressFor({ operation, values }: Request): string {
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(operation.parameters.filter((one) => one.in === place).map(({ name }) => [name, values[name] ?? '']));
  return addressOf(operation.path, { path: of('path'), query: of('query') });
}

/** The request for a shell, with a key in the place of the session. */
export const writeCommand = (request: Request): string =>
  writeCurl({ method: request.operation.method, url: location.origin + addressFor(request), body: request.body });

const tidy = (text: string, type: string): string => (/json/.test(type) && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text);

/** Text as it comes, such as events; `show` is given all of it each time. */
async function readText(answer: Response, show: (text: string) => void): Promise<string> {
  let text = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return text;
    text += part.value;
    show(text.slice(0, SHOWN_CHARS_MAX));
  }
}

export function useSending() {
  const [sent, setSent] = useState<Sent | null>(null);
  const [isSending, setIsSending] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const exchange = async (request: Request, signal: AbortSignal): Promise<void> => {
    const begin = performance.now();
    const { operation, body } = request;
    const headers = { ...projectHeaders(), ...(body === null ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(addressFor(request), { method: operation.method, headers, signal, ...(body === null ? {} : { body }) });
    const type = answer.headers.get('content-type') ?? '';
    const head = { ...NONE, status: answer.status, type };
    const took = (): number => Math.round(performance.now() - begin);
    if (!/json|text/.test(type)) return setSent({ ...head, bytes: (await answer.blob()).size, ms: took() });
    const text = await readText(answer, (so) => setSent({ ...head, text: so }));
    return setSent({ ...head, text: tidy(text.slice(0, SHOWN_CHARS_MAX), type), ms: took() });
  };
  const start = (request: Request): void => {
    abort.current = new AbortController();
    setSent(NONE);
    setIsSending(true);
    exchange(request, abort.current.signal)
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) setSent({ ...NONE, status: 0, text: String(error) });
      })
      .finally(() => setIsSending(false));
  };
  return { sent, isSending, start, stop: (): void => abort.current?.abort() };
}

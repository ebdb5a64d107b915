/**
 * A model provider that answers by script, over real HTTP: OpenAI's responses and chat completions and Anthropic's messages, whole
 * and streamed, so that tests run the real providers' code. Answers are chosen by what the request says.
 */
import { AssertionError } from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { WIRES, type Said, type Wire } from './scripted-model-wires.ts';

/** What a request asked, whichever protocol it came in. */
export interface ScriptedRequest {
  protocol: 'openai' | 'responses' | 'anthropic';
  model: string;
  system: string;
  /** The last message of the user, and all messages in one text. */
  prompt: string;
  conversation: string;
  pictures: number;
  /** A structured answer is wanted. */
  structured: boolean;
  stream: boolean;
  /** Names of the tools that may be called. */
  tools: string[];
  /** When the first text was sent, by `performance.now()`. */
  begunAt?: number;
  /** The client went away before the answer was whole. */
  aborted?: boolean;
  body: Record<string, unknown>;
}

/** A call of a tool, after the text. */
export interface ScriptedCall {
  name: string;
  input: unknown;
}

export interface ScriptedAnswer {
  /** Text, or the value of a structured answer. */
  text?: string;
  object?: unknown;
  calls?: readonly ScriptedCall[];
  /** An error instead: 429, 500, 401 … */
  status?: number;
  /** What the error says. */
  problem?: string;
  headers?: Record<string, string>;
  end?: 'stop' | 'length' | 'refusal';
  /** Characters per piece of a stream, and the wait before each; of an answer in one piece, before it. */
  pieceChars?: number;
  delayMs?: number;
  /** The connection is cut after so many characters. */
  cutAfter?: number;
  /** The provider reports a fault of its own within the stream, after so many characters. */
  faultAfter?: number;
  /** Nothing is ever said. */
  silent?: boolean;
  /** After so many characters nothing more is said, and the connection stays open. */
  silentAfter?: number;
}

export interface Fixture {
  /** Of the whole conversation and the system prompt. */
  match: RegExp | ((request: ScriptedRequest) => boolean);
  /** How often it answers; always where absent. */
  times?: number;
  answer: ScriptedAnswer | ((request: ScriptedRequest) => ScriptedAnswer);
}

export interface ScriptedModel {
  /** For OCTAVO_MODEL_BASE_URL, either protocol. */
  url: string;
  requests: ScriptedRequest[];
  /** Put before all others. */
  add(...fixtures: Fixture[]): void;
  /** @throws AssertionError where a request was not what a script expects */
  close(): Promise<void>;
}

function matches({ match }: Fixture, request: ScriptedRequest): boolean {
  return match instanceof RegExp ? match.test(`${request.system}\n${request.conversation}`) : match(request);
}

async function send(response: ServerResponse, wire: Wire, request: ScriptedRequest, answer: ScriptedAnswer): Promise<void> {
  if (answer.status !== undefined) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(wire.error(answer.status, answer.problem)));
    return;
  }
  const text = answer.object === undefined ? (answer.text ?? '') : JSON.stringify(answer.object);
  const said: Said = { text, end: answer.end ?? 'stop', calls: answer.calls ?? [] };
  if (!request.stream) {
    if (answer.delayMs !== undefined) await wait(answer.delayMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.whole(request, said)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(wire.opening(request));
  if (answer.silent) return;
  const size = answer.pieceChars ?? 24;
  for (let at = 0; at < text.length && !response.destroyed; at += size) {
    if (answer.delayMs !== undefined) await wait(answer.delayMs);
    if (at >= Math.min(answer.cutAfter ?? Infinity, answer.faultAfter ?? Infinity)) break;
    if (at >= (answer.silentAfter ?? Infinity)) return;
    request.begunAt ??= performance.now();
    response.write(wire.piece(request, text.slice(at, at + size)));
  }
  if (answer.cutAfter !== undefined) {
    // what was written shall arrive before the connection goes
    await wait(20);
    response.destroy();
    return;
  }
  response.end(answer.faultAfter === undefined ? wire.closing(request, said) : `event: error\ndata: ${JSON.stringify(wire.fault())}\n\n`);
}

/** Starts on a free port of this machine, or on `port`. */
export async function startScriptedModel(fixtures: readonly Fixture[], options: { port?: number } = {}): Promise<ScriptedModel> {
  let left = fixtures.map((fixture) => ({ fixture, times: fixture.times ?? Infinity }));
  const requests: ScriptedRequest[] = [];
  const missed: AssertionError[] = [];
  const answerTo = (request: ScriptedRequest): ScriptedAnswer => {
    const found = left.find(({ fixture, times }) => times > 0 && matches(fixture, request));
    if (!found) return { status: 400 };
    found.times -= 1;
    return typeof found.fixture.answer === 'function' ? found.fixture.answer(request) : found.fixture.answer;
  };
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wire = WIRES.find(({ path }) => message.url?.endsWith(path));
    if (!wire || message.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const request = wire.read(JSON.parse(await readText(message)) as Record<string, unknown>);
    requests.push(request);
    response.on('close', () => {
      if (!response.writableFinished) request.aborted = true;
    });
    await send(response, wire, request, answerTo(request));
  };
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      // what a script expects of a request is told by `close`: to the service it is a connection that broke
      if (error instanceof AssertionError) missed.push(error);
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    add: (...more) => {
      left = [...more.map((fixture) => ({ fixture, times: fixture.times ?? Infinity })), ...left];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      const [first] = missed;
      if (first) throw first;
    },
  };
}

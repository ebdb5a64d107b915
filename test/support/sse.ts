/** Server-sent events, of a finished stream or of one that is still open. */
export interface SentEvent {
  sequence: number;
  type: string;
  data: Record<string, unknown>;
  whole: Record<string, unknown>;
}

function parseFrame(frame: string): SentEvent[] {
  const field = (name: string): string | undefined =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field('data');
  if (data === undefined) return [];
  const whole = JSON.parse(data) as Record<string, unknown> & { data: Record<string, unknown> };
  return [{ sequence: Number(field('id')), type: field('event') ?? '', data: whole.data, whole }];
}

/** Parses `id:`, `event:`, `data:` frames; comments are skipped. */
export function parseEvents(stream: string): SentEvent[] {
  return stream.split('\n\n').flatMap(parseFrame);
}

/** Events as they arrive; leaving the loop closes the connection. */
export async function* liveEvents(answer: Response): AsyncGenerator<SentEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) yield* parseFrame(frame);
  }
}

/** Server-sent events of a finished stream. */
export interface SentEvent { sequence: number; type: string; data: Record<string, unknown>; whole: Record<string, unknown> }

/** Parses `id:`, `event:`, `data:` frames; comments are skipped. */
export function parseEvents(stream: string): SentEvent[] {
  return stream.split('\n\n').flatMap((frame) => {
    const field = (name: string): string | undefined => frame.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = field('data');
    if (data === undefined) return [];
    const whole = JSON.parse(data) as Record<string, unknown> & { data: Record<string, unknown> };
    return [{ sequence: Number(field('id')), type: field('event') ?? '', data: whole.data, whole }];
  });
}

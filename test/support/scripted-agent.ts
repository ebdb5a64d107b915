/** Answers of the scripted model as an agent: a deck of canvases, and turns that a test gives one after the other. */
import { scriptedPlan, isAgent, isPlanning } from './scripted-documents.ts';
import type { Fixture, ScriptedAnswer, ScriptedCall, ScriptedRequest } from './scripted-model.ts';

export const card = (title: string, text: string): string => `<div class="c"><h3>${title}</h3><p>${text}</p></div>`;

/** A slide of one canvas with a title and what stands under it. */
export const slide = (title: string, body: string, notes = ''): string =>
  `::slide\n\n:::canvas{alt="${title}"}\n<style>.c{flex:1;background:var(--card);padding:28px;gap:10px;border-radius:12px}.c p{font-size:20px}</style>\n<div style="flex:1;padding:64px;gap:36px"><h1 style="font-size:40px">${title}</h1>${body}</div>\n:::\n${notes === '' ? '' : `\n:::notes\n${notes}\n:::\n`}`;

/** A text of 14 px is a fault on a slide. */
export const SMALL = '<p style="font-size:14px">This line is far too small for anybody in the room to read.</p>';

/** Slides with titles of their own; the second one has a fault. */
export function scriptedDeck(slides: number): string {
  const middle = Array.from({ length: slides - 1 }, (_, at) =>
    slide(
      `Point ${at + 1} is worth a slide of its own`,
      `<div style="flex:1;flex-direction:row;gap:24px;align-items:center">${card('What is so', 'Requests wait for two days before anybody reads them.')}${card('What follows', 'One owner of the queue reads them on the same day.')}</div>${at === 0 ? SMALL : ''}`,
      'The speaker says why.',
    ),
  );
  return [slide('Half of the waiting can go', '<p style="font-size:26px">What we saw, and what we propose</p>'), ...middle].join('\n');
}

export const call = (name: string, input: unknown = {}): ScriptedCall => ({ name, input });
export const done = call('done', { summary: 'The deck says what it is to say.' });

/** How many answers of an agent the conversation has already. */
export const turnsBefore = ({ body }: ScriptedRequest): number =>
  (body['messages'] as { role: string }[] | undefined)?.filter(({ role }) => role === 'assistant').length ?? 0;

type Turn = readonly ScriptedCall[] | ScriptedAnswer | ((request: ScriptedRequest) => readonly ScriptedCall[] | ScriptedAnswer);

/** @param word in the request, so that several documents can be scripted beside each other */
export function scriptAgent(
  word: RegExp,
  text: string,
  turns: readonly Turn[],
  plan: Record<string, unknown> = scriptedPlan(['One', 'Two']),
): Fixture[] {
  const isOurs = (request: ScriptedRequest): boolean => word.test(request.conversation);
  return [
    { match: (request) => isPlanning(request) && isOurs(request), answer: { object: plan } },
    {
      match: (request) => isAgent(request) && isOurs(request),
      answer(request) {
        const turn = turns[Math.min(turnsBefore(request), turns.length - 1)] ?? [done];
        const said = typeof turn === 'function' ? turn(request) : turn;
        return Array.isArray(said) ? { calls: said } : (said as ScriptedAnswer);
      },
    },
    {
      match: (request) => /^Kind of document: /m.test(request.system) && !isAgent(request) && isOurs(request),
      answer: { text, pieceChars: 400 },
    },
  ];
}

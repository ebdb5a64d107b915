/** The desk of a web page: a text desk whose states are seen in a browser, at a desk and on a phone, and used as visitors do. */
import type { ModelPicture } from '../ports/model.ts';
import type { PageStep, ScreenPicture } from '../ports/page-browser.ts';
import type { Desk } from './agent-desk.ts';
import { changeText, type Performed } from './loop/text-tools.ts';
import { INPUTS, type ToolInput, type ToolName } from './loop/tools.ts';
import { createTextDesk, type TextState, type TextStudio } from './text-desk.ts';

export interface PageStudio extends TextStudio {
  /** @returns pictures from top to bottom, and what came of using everything */
  screens(state: TextState): Promise<{ desk: ScreenPicture[]; phone: ScreenPicture[]; tried: string[] }>;
  /** What came of each step, and what went wrong. */
  use(state: TextState, steps: readonly PageStep[]): Promise<string[]>;
}

/** Screens of the phone that are shown where none are named. */
const PHONE_SHOWN = 2;
const PHONE_MAX = 4;
const TRIED_TOLD = 30;

const toModel = ({ png }: ScreenPicture): ModelPicture => ({ contentType: 'image/png', data: png });

async function show(
  { screens }: PageStudio,
  state: TextState,
  { pages }: ToolInput<'look'>,
): Promise<{ text: string; pictures: ModelPicture[] }> {
  const { desk, phone, tried } = await screens(state);
  const wanted = pages.length === 0 ? phone.slice(0, PHONE_SHOWN).map((_, at) => at + 1) : pages.slice(0, PHONE_MAX);
  const seen = wanted.flatMap((page) => phone.slice(page - 1, page));
  const lines = [
    ...desk.slice(0, 1).map(() => 'Picture 1: at a desk, 1,280 px wide.'),
    ...seen.map(
      (_, at) => `Picture ${Math.min(1, desk.length) + at + 1}: on a phone, 360 px wide, screen ${wanted[at] ?? 1} of ${phone.length}.`,
    ),
    ...(tried.length === 0
      ? []
      : ['What a visitor did who tried everything, with made-up entries:', ...tried.slice(0, TRIED_TOLD).map((line) => `- ${line}`)]),
  ];
  return { text: lines.join('\n'), pictures: [...desk.slice(0, 1), ...seen].map(toModel) };
}

/** One passage of a piece in the place of another, so that a long page need not be written again for a word of it. */
async function replace(studio: PageStudio, state: TextState, { block, find, by }: ToolInput<'replace'>): Promise<Performed<TextState>> {
  const piece = state.pieces.list.find(({ id }) => id === block);
  if (piece === undefined) return changeText(state, 'rewrite', { block, markdown: by }, studio);
  const times = piece.markdown.split(find).length - 1;
  if (times !== 1)
    return {
      text: `Not done: ${block} has this passage ${times === 0 ? 'nowhere' : `${times} times`}; name one that it has once, letter for letter.`,
    };
  return changeText(state, 'rewrite', { block, markdown: piece.markdown.replace(find, () => by) }, studio);
}

/** @param given the words are the client's own: they can be set in another form, and neither added nor moved */
export function createPageDesk(studio: PageStudio, instructions: string, given: boolean): Desk<TextState> {
  const desk = createTextDesk(studio, instructions, given);
  return {
    ...desk,
    tools: [...desk.tools, 'replace', 'use_page'],
    async perform(state, name: ToolName, input, drawn) {
      if (name === 'replace') return replace(studio, state, INPUTS.replace.parse(input));
      if (name === 'use_page') return { text: (await studio.use(state, INPUTS.use_page.parse(input).steps)).join('\n') };
      return desk.perform(state, name, input, drawn);
    },
    describe: (state, drawn) =>
      desk.describe(state, drawn).replace(/^Drawn: .*$/m, `Shown in a browser: ${drawn.pages} screens of a phone.`),
    show: (state, _, wish) => show(studio, state, wish),
  };
}

/** The desk of a text that is written or designed here: pieces of Markdown and a design, changed by tools, drawn by whoever opens it. */
import type { Note } from '../base/note.ts';
import type { Finding } from '../base/finding.ts';
import type { ModelPicture } from '../ports/model.ts';
import type { MarkdownOptions } from '../readers/markdown.ts';
import type { Desk, Round } from './agent-desk.ts';
import type { Drawn } from './loop/compare-drawn.ts';
import { addressesOfBlocks, describePiece, dividePieces, joinPieces, type Pieces } from './loop/pieces.ts';
import { describeFindings, pageGroups } from './loop/show-pages.ts';
import { changeText, readPieces, TEXT_CHANGES, textStateSchema, type TextState, type TextToolsOptions } from './loop/text-tools.ts';
import { INPUTS, type ToolInput, type ToolName } from './loop/tools.ts';

export type { Drawn, TextState };

/** How a text is checked, drawn and shown. */
export interface TextStudio {
  reading: MarkdownOptions;
  /** Text whose addresses may stay; undefined: all may. */
  known: string | undefined;
  check(state: TextState): Promise<Note[]>;
  patchDesign: TextToolsOptions['patchDesign'];
  refuses?: TextToolsOptions['refuses'];
  draw(state: TextState, iteration: number): Promise<Drawn>;
  /** Pages side by side. */
  sheet(state: TextState, pages: readonly number[], columns: number, widthPx: number): Promise<ModelPicture>;
  landscape: boolean;
  /** Calculated values of a workbook's ranges; absent: it is none. */
  cells?: (state: TextState, ranges: readonly string[]) => Promise<string>;
  open(state: TextState, drawn: Drawn): Promise<string[]>;
  settled(state: TextState, round: Round): void;
  idle(state: TextState): void;
}

/** @param design that the text comes with */
export const openText = (markdown: string, design: TextState['design'], reading: MarkdownOptions): TextState => ({
  pieces: dividePieces(markdown, reading),
  design,
});
/** The Markdown of all pieces, as it would be laid out now. */
export const textOf = ({ pieces }: TextState): string => joinPieces(pieces);

const WHOLE_CHARS_MAX = 90_000;
/** All of the text with the addresses of its pieces, shortened to their first lines where it is long. */
export function describeText({ pieces }: TextState): string {
  const whole = pieces.list.map(({ id, markdown }) => `=== ${id}\n${markdown}`).join('\n\n');
  return whole.length <= WHOLE_CHARS_MAX
    ? `The document, piece by piece:\n\n${whole}`
    : `The document is long; these are its pieces, which you can read:\n${pieces.list.map(describePiece).join('\n')}`;
}

/** What a page shows of a deck, where each slide is one. */
function captionOf({ list }: Pieces, drawn: Drawn, pages: readonly number[]): string {
  if (list.length !== drawn.pages) return '';
  const names = pages.map((page) => list[page - 1]).flatMap((piece) => (piece === undefined ? [] : [describePiece(piece)]));
  return names.length === 0 ? '' : ` (${names.join('; ')})`;
}

const isTextChange = (name: ToolName): name is (typeof TEXT_CHANGES)[number] => TEXT_CHANGES.some((one) => one === name);

async function perform(studio: TextStudio, state: TextState, name: ToolName, input: unknown) {
  if (isTextChange(name)) return changeText(state, name, input, studio);
  if (name === 'read') return { text: readPieces(state, INPUTS.read.parse(input)) };
  if (name === 'read_cells' && studio.cells !== undefined)
    return { text: await studio.cells(state, INPUTS.read_cells.parse(input).ranges) };
  return { text: `${name} does nothing here.` };
}

async function show(studio: TextStudio, state: TextState, drawn: Drawn, { pages, zoom }: ToolInput<'look'>) {
  const groups = pageGroups(pages, drawn.pages, zoom, studio.landscape);
  const pictures: ModelPicture[] = [];
  const said: string[] = [];
  for (const { numbers, columns, widthPx } of groups) {
    pictures.push(await studio.sheet(state, numbers, columns, widthPx));
    said.push(`Picture ${pictures.length}: page ${numbers.join(', ')}${captionOf(state.pieces, drawn, numbers)}.`);
  }
  const shown = new Set(groups.flatMap(({ numbers }) => numbers));
  const rest = drawn.pages - shown.size;
  return { text: [...said, ...(rest > 0 && pages.length === 0 ? [`${rest} more pages can be looked at.`] : [])].join('\n'), pictures };
}

type Reason = NonNullable<Round['changes'][number]['reason']>;

/** For which finding at its place each change was made: one that is gone, or was there. */
function withReasons(round: Round, placeOf: (finding: Finding) => string | undefined): Round {
  const left = new Set(round.after.findings.map(({ code, message }) => `${code} ${message}`));
  const gone = round.before.findings.filter(({ code, message }) => round.undone !== undefined || !left.has(`${code} ${message}`));
  const changes = round.changes.map((change) => {
    const reason: Reason = gone.find((finding) => placeOf(finding) === change.at)?.code ?? 'design';
    return { ...change, reason };
  });
  return { ...round, changes };
}

/** @param given the words are the client's own: they can be set in another form, and neither added nor moved */
export function createTextDesk(studio: TextStudio, instructions: string, given: boolean): Desk<TextState> {
  const changes: readonly ToolName[] = given ? ['rewrite', 'set_design'] : TEXT_CHANGES;
  const placeOf =
    (state: TextState) =>
    ({ location }: Finding): string | undefined =>
      addressesOfBlocks(state.pieces, studio.reading).get(location.block_id ?? '') ??
      (studio.reading.deck === true && location.page !== undefined ? state.pieces.list[location.page - 1]?.id : undefined);
  let drawnBefore: TextState | undefined;
  return {
    instructions,
    tools: ['read', ...changes, ...(studio.cells === undefined ? [] : (['read_cells'] as const))],
    state: textStateSchema,
    perform: (state, name, input) => perform(studio, state, name, input),
    draw: (state, iteration) => studio.draw(state, iteration),
    describe: (state, drawn) => {
      drawnBefore = state;
      return describeFindings(drawn, placeOf(state));
    },
    show: (state, drawn, wish) => show(studio, state, drawn, wish),
    open: (state, drawn) => studio.open(state, drawn),
    settled: (state, round) => {
      studio.settled(state, withReasons(round, placeOf(drawnBefore ?? state)));
      drawnBefore = state;
    },
    idle: (state) => studio.idle(state),
  };
}

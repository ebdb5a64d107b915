/** The tools that change a text, piece by piece. Each gives a new state or the exact reason why it does not. */
import { z } from 'zod';
import type { Note } from '../../base/note.ts';
import type { MarkdownOptions } from '../../readers/markdown.ts';
import { guardWhole } from '../guard-text.ts';
import { repairFences } from '../repair-fences.ts';
import { addressesOfBlocks, describePiece, newPieces, piecesSchema, type Pieces } from './pieces.ts';
import { INPUTS, type ToolInput, type ToolName } from './tools.ts';

export const textStateSchema = z.object({ pieces: piecesSchema, design: z.record(z.string(), z.unknown()) });
/** A text that is being designed. */
export type TextState = z.infer<typeof textStateSchema>;

export interface TextToolsOptions {
  reading: MarkdownOptions;
  /** Text whose addresses may stay; undefined: all may. */
  known: string | undefined;
  /** What shows in the content, without drawing: faults of layout above all. */
  check(state: TextState): Promise<Note[]>;
  /** The design with a patch; problems where it cannot be. */
  patchDesign(design: TextState['design'], patch: Record<string, unknown>): { design: TextState['design'] } | { problems: string[] };
  /** Why a text may not take the place of another; undefined where it may. Absent: any may. */
  refuses?: (before: string, after: string) => string | undefined;
}

export interface Performed<State> {
  text: string;
  /** Absent: nothing changed. */
  state?: State;
  /** Where it changed something. */
  at?: string;
}

export const TEXT_CHANGES = ['rewrite', 'insert', 'remove', 'move', 'set_design'] as const satisfies readonly ToolName[];
export type TextChange = (typeof TEXT_CHANGES)[number];

const NOTES_TOLD = 12;
const keyOf = ({ code, message }: Note): string => `${code} ${message}`;

const addresses = ({ list }: Pieces): string => list.map(({ id }) => id).join(', ');
const unknown = (pieces: Pieces, id: string): Performed<TextState> => ({
  text: `There is no ${id.slice(0, 20)}. The addresses are: ${addresses(pieces)}.`,
});

/** What a change has brought and taken away, by the address of its piece. */
async function describeChange(before: TextState, after: TextState, { check, reading }: TextToolsOptions): Promise<string> {
  const [was, is] = await Promise.all([check(before), check(after)]);
  const [knownBefore, knownNow] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  const fresh = is.filter((note) => !knownBefore.has(keyOf(note)));
  const gone = was.filter((note) => !knownNow.has(keyOf(note))).length;
  const places = addressesOfBlocks(after.pieces, reading);
  const lines = fresh
    .slice(0, NOTES_TOLD)
    .map(({ code, message, blockId }) => `- ${places.get(blockId ?? '') ?? 'the document'}: ${code}: ${message}`);
  const more = fresh.length > NOTES_TOLD ? [`- and ${fresh.length - NOTES_TOLD} more`] : [];
  return [
    fresh.length === 0 ? 'No faults of layout came with it.' : 'It brings these faults, which you see before anything is drawn:',
    ...lines,
    ...more,
    ...(gone > 0 ? [`${gone} faults are gone.`] : []),
  ].join('\n');
}

const cleaned = (markdown: string, { known }: TextToolsOptions): string => repairFences(guardWhole(markdown, known)).value;

interface Changed {
  state: TextState;
  at: string;
  said: string;
}
type Tried = Changed | Performed<TextState>;
const isChanged = (tried: Tried): tried is Changed => 'said' in tried;

function place(pieces: Pieces, after: string): number | undefined {
  if (after === 'start' || after === '') return 0;
  const at = pieces.list.findIndex(({ id }) => id === after);
  return at < 0 ? undefined : at + 1;
}

function rewrite(state: TextState, { block, markdown }: ToolInput<'rewrite'>, options: TextToolsOptions): Tried {
  const { pieces } = state;
  const at = pieces.list.findIndex(({ id }) => id === block);
  const old = pieces.list[at];
  if (old === undefined) return unknown(pieces, block);
  const { made, next } = newPieces(pieces, cleaned(markdown, options), options.reading, block);
  if (made.length === 0) return { text: `The Markdown is empty; use remove to take ${block} out.` };
  const refusal = options.refuses?.(old.markdown, made.map((piece) => piece.markdown).join('\n\n'));
  if (refusal !== undefined) return { text: `Not done: ${refusal}` };
  const list = pieces.list.toSpliced(at, 1, ...made);
  return {
    state: { ...state, pieces: { ...pieces, list, next } },
    at: block,
    said: `${block} is rewritten${made.length > 1 ? `, as ${made.map(({ id }) => id).join(', ')}` : ''}.`,
  };
}

function insert(state: TextState, { after, markdown }: ToolInput<'insert'>, options: TextToolsOptions): Tried {
  const { pieces } = state;
  const at = place(pieces, after);
  if (at === undefined) return unknown(pieces, after);
  const { made, next } = newPieces(pieces, cleaned(markdown, options), options.reading);
  const [first] = made;
  if (first === undefined) return { text: 'The Markdown is empty; nothing was added.' };
  return {
    state: { ...state, pieces: { ...pieces, list: pieces.list.toSpliced(at, 0, ...made), next } },
    at: first.id,
    said: `Added as ${made.map(({ id }) => id).join(', ')}.`,
  };
}

function remove(state: TextState, { block }: ToolInput<'remove'>): Tried {
  const { pieces } = state;
  if (!pieces.list.some(({ id }) => id === block)) return unknown(pieces, block);
  if (pieces.list.length === 1) return { text: 'It is all that there is: a document cannot be empty.' };
  return {
    state: { ...state, pieces: { ...pieces, list: pieces.list.filter(({ id }) => id !== block) } },
    at: block,
    said: `${block} is removed.`,
  };
}

function move(state: TextState, { block, after }: ToolInput<'move'>): Tried {
  const { pieces } = state;
  const moved = pieces.list.find(({ id }) => id === block);
  if (moved === undefined) return unknown(pieces, block);
  const rest = { ...pieces, list: pieces.list.filter(({ id }) => id !== block) };
  const at = place(rest, after);
  if (at === undefined) return block === after ? { text: `${block} cannot come after itself.` } : unknown(pieces, after);
  return { state: { ...state, pieces: { ...pieces, list: rest.list.toSpliced(at, 0, moved) } }, at: block, said: `${block} is moved.` };
}

function setDesign(state: TextState, { patch }: ToolInput<'set_design'>, { patchDesign }: TextToolsOptions): Tried {
  const patched = patchDesign(state.design, patch);
  if ('problems' in patched) return { text: `Not done:\n${patched.problems.map((problem) => `- ${problem}`).join('\n')}` };
  return { state: { ...state, design: patched.design }, at: 'design', said: 'The design is changed.' };
}

function tryChange(state: TextState, name: TextChange, input: unknown, options: TextToolsOptions): Tried {
  switch (name) {
    case 'rewrite':
      return rewrite(state, INPUTS.rewrite.parse(input), options);
    case 'insert':
      return insert(state, INPUTS.insert.parse(input), options);
    case 'remove':
      return remove(state, INPUTS.remove.parse(input));
    case 'move':
      return move(state, INPUTS.move.parse(input));
    case 'set_design':
      return setDesign(state, INPUTS.set_design.parse(input), options);
  }
}

/** @param input valid by the schema of the tool */
export async function changeText(
  state: TextState,
  name: TextChange,
  input: unknown,
  options: TextToolsOptions,
): Promise<Performed<TextState>> {
  const tried = tryChange(state, name, input, options);
  if (!isChanged(tried)) return tried;
  return { text: `${tried.said} ${await describeChange(state, tried.state, options)}`, state: tried.state, at: tried.at };
}

const READ_CHARS_MAX = 60_000;

export function readPieces({ pieces, design }: TextState, { addresses: wanted }: ToolInput<'read'>): string {
  if (wanted.length === 0) return [`Design: ${JSON.stringify(design)}`, ...pieces.list.map(describePiece)].join('\n');
  const strangers = wanted.filter((id) => !pieces.list.some((piece) => piece.id === id));
  const shown = pieces.list.filter(({ id }) => wanted.includes(id)).map(({ id, markdown }) => `=== ${id}\n${markdown}`);
  const said = strangers.length === 0 ? [] : [`There is no ${strangers.join(', ')}. The addresses are: ${addresses(pieces)}.`];
  return [...shown, ...said].join('\n\n').slice(0, READ_CHARS_MAX);
}

/** `:::canvas{width= height= alt=}` with a fragment of HTML → a canvas. */
import type { Block, Canvas } from '../../document/block.ts';
import { readCanvas } from '../read-canvas.ts';
import { anchored, noteFaults, parseDirective, valueOf } from './directives.ts';
import type { Node } from './parser.ts';
import { addNote, type Reading } from './reading.ts';

const SIDE_MIN = 20;
const SIDE_MAX = 4_000;

export function readCanvasBlock(node: Node, reading: Reading): Block[] {
  const directive = parseDirective(node);
  const { nodes, rules, notes } = readCanvas(node.token.markup, reading.components);
  for (const note of notes) addNote(reading, note, directive.line);
  const canvas: Canvas = anchored({ id: '', type: 'canvas', rules, nodes }, directive);
  const wrong: string[] = [];
  for (const side of ['width', 'height'] as const) {
    const text = valueOf(directive, side);
    const value = Number(text?.replace(/px$/, ''));
    if (text === undefined) continue;
    if (value >= SIDE_MIN && value <= SIDE_MAX) canvas[side] = value;
    else wrong.push(`${side}=${text}`);
  }
  const size = valueOf(directive, 'size');
  if (size === 'page') canvas.page = true;
  else if (size !== undefined) wrong.push(`size=${size}`);
  const mode = valueOf(directive, 'mode');
  if (mode === 'light' || mode === 'dark') canvas.mode = mode;
  else if (mode !== undefined) wrong.push(`mode=${mode}`);
  const alt = valueOf(directive, 'alt');
  if (alt !== undefined) canvas.alt = alt;
  noteFaults(directive, reading, ['width', 'height', 'size', 'mode', 'alt'], wrong);
  if (nodes.length > 0) return [canvas];
  addNote(reading, { code: 'canvas_empty', severity: 'warning', message: 'A canvas holds no elements; it was left out.' }, directive.line);
  return [];
}

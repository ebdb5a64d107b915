/** Quotes that begin with a label, which authors write where they mean a callout. */
import type { Block, Callout } from './block.ts';
import { dropCharacters, plainText } from './inline.ts';
import type { Look } from './look.ts';
import { labelledPoint } from './minutes-points.ts';

const CALLOUT_LABEL =
  /^((?:\p{Extended_Pictographic}\uFE0F?\s*)?(note|info|nota|deprecated|tip|hint|consejo|warning|caution|danger|aviso|atención|advertencia|important|importante|key point|idea clave|in short|en resumen|decision|decisión|acuerdo|resolved|pending|pendiente|open point))\s*:\s*/iu;
const CALLOUT_KINDS: Readonly<Record<string, Callout['kind']>> = {
  tip: 'tip',
  hint: 'tip',
  consejo: 'tip',
  warning: 'warning',
  caution: 'warning',
  danger: 'warning',
  aviso: 'warning',
  atención: 'warning',
  advertencia: 'warning',
  deprecated: 'warning',
  important: 'key',
  importante: 'key',
  'key point': 'key',
  'idea clave': 'key',
  'in short': 'key',
  'en resumen': 'key',
  decision: 'key',
  decisión: 'key',
  acuerdo: 'key',
  resolved: 'key',
  pending: 'warning',
  pendiente: 'warning',
  'open point': 'warning',
};

/** "> Note: …" is nobody's words quoted: it is a note, and its first word the title. Points of minutes take their labels. */
export function adoptCallouts(blocks: readonly Block[], look: Look): Block[] {
  return blocks.map((block) => {
    if (look.type === 'minutes' && block.type === 'paragraph') return labelledPoint(block);
    const [first, ...rest] = block.type === 'quote' && block.by === undefined ? block.blocks : [];
    const match = first?.type === 'paragraph' ? CALLOUT_LABEL.exec(plainText(first.runs)) : null;
    if (block.type !== 'quote' || first?.type !== 'paragraph' || !match) return block;
    const runs = dropCharacters(first.runs, match[0].length);
    const [label = '', word = ''] = match.slice(1);
    const kept = plainText(runs).trim() === '' ? rest : [{ ...first, runs }, ...rest];
    return {
      ...(block.anchor === undefined ? {} : { anchor: block.anchor }),
      id: block.id,
      type: 'callout',
      kind: CALLOUT_KINDS[word.toLowerCase()] ?? 'note',
      title: [{ text: label }],
      blocks: kept,
    };
  });
}

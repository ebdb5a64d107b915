import { SaxesParser } from 'saxes';

/** One element of MathML Core. Leaves (`mi`, `mn`, `mo`, `mtext`) carry `text`, all others `children`. */
export interface MathNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: MathNode[];
  text: string;
}

/** Deeper maths is not written by hand; the converter recurses, so the depth is bounded before it starts. */
const DEPTH_MAX = 150;

/** The tree of one `<math>` element, or undefined where it is nested too deeply. Malformed XML is a bug of the caller. */
export function parseMathMl(mathMl: string): MathNode | undefined {
  const root: MathNode = { name: 'root', attributes: {}, children: [], text: '' };
  const open: MathNode[] = [root];
  let tooDeep = false;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', (tag) => {
    const node: MathNode = { name: tag.name, attributes: tag.attributes, children: [], text: '' };
    tooDeep ||= open.length > DEPTH_MAX;
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined && node !== root) node.text += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(mathMl).close();
  return tooDeep ? undefined : root.children[0];
}

/** RRGGBB of `style="color:#…"` or `mathcolor`, upper case. */
export function colorOf(node: MathNode): string | undefined {
  const found =
    /(?:^|;)\s*color:\s*#([0-9a-f]{6})\b/i.exec(node.attributes['style'] ?? '') ??
    /^#([0-9a-f]{6})$/i.exec(node.attributes['mathcolor'] ?? '');
  return found?.[1]?.toUpperCase();
}

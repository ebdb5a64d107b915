/**
 * What a plain reader of Markdown shows of a text: CommonMark and GFM's tables by markdown-it as it comes, its HTML parsed as
 * browsers do; none of our own rules. Text by blocks, without addresses, comments, scripts.
 */
import MarkdownIt from 'markdown-it';
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes as Parsed } from 'parse5';

const plain = new MarkdownIt({ html: true });
const UNSHOWN = new Set(['script', 'style', 'template', 'head', 'title']);
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** What a diagram in Mermaid shows of its source: names and labels, without the notation; forks and joins are bars without a name. */
function diagramPieces(source: string): string[] {
  const bars = Array.from(source.matchAll(/^\s*state\s+(\w+)\s+<<\w+>>\s*$/gm), ([, name = '']) => name);
  return source
    .split('\n')
    .slice(1)
    .filter((line) => !/<<\w+>>/.test(line))
    .flatMap((line) =>
      line.replace(/^\s*(?:state|subgraph|participant|actor|note|class|title)\b/, '').split(/[-=.]{2,}[>ox)]*|\[\*\]|[{}:|"[\]()]/),
    )
    .filter((piece) => !bars.includes(piece.trim()));
}

/** Pieces of text: paragraphs, items, cells, lines of code, descriptions of pictures. */
export function referencePieces(markdown: string): string[] {
  const text = markdown
    .replace(/^\uFEFF/, '')
    .replace(/^---\n[^]*?\n---\n/, '')
    // footnotes and alerts are no part of CommonMark: their marks are no text, nor (below) are boxes to tick
    .replaceAll(/\[\^[^\]\s]+\]:?/g, '\u2028')
    .replaceAll(/^(\s*>\s*)\[!(?:note|tip|important|warning|caution)\]/gim, '$1');
  const pieces: string[] = [''];
  const add = (more: string): void => {
    pieces[pieces.length - 1] += more;
  };
  const walk = (node: Parsed.ChildNode): void => {
    if (tree.isTextNode(node)) {
      add(node.value);
      return;
    }
    if (!tree.isElementNode(node) || UNSHOWN.has(node.tagName)) return;
    if (node.tagName === 'img') {
      pieces.push(node.attrs.find(({ name }) => name === 'alt')?.value ?? '', '');
      return;
    }
    if (node.attrs.some(({ name, value }) => name === 'class' && value === 'language-mermaid')) {
      pieces.push(...diagramPieces(node.childNodes.map((child) => (tree.isTextNode(child) ? child.value : '')).join('')), '');
      return;
    }
    const divides = !INLINE.has(node.tagName);
    if (divides) pieces.push('');
    for (const child of node.childNodes) walk(child);
    if (divides) pieces.push('');
  };
  for (const node of parseFragment(plain.render(text)).childNodes) walk(node);
  return pieces.map((piece) => piece.replaceAll(/(?<!\S)\[[xX ]\](?=\s|$)/g, '\n')).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

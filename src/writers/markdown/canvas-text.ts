/** A canvas as its directive: the rules as one `<style>`, then the elements, each box on a line of its own. */
import type { Canvas } from '../../document/block.ts';
import { isInlineTag, type CanvasElement, type CanvasNode, type Declarations } from '../../document/canvas.ts';
import { writeAttributes, writeContainer } from './attribute-text.ts';

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\u00A0', '&nbsp;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

const declarations = (style: Declarations): string =>
  Object.entries(style)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');

const EMPTY = new Set(['br', 'img']);
/** An empty `<x-line/>` of HTML is an open one. */
const nameOf = (element: CanvasElement): string => (element.tag === 'icon' ? 'i' : element.tag);

function openTag(element: CanvasElement): string {
  const { name, classes, style, attributes = {} } = element;
  const values = {
    ...(name === undefined ? {} : { id: name }),
    ...(classes === undefined ? {} : { class: classes.join(' ') }),
    ...attributes,
    ...(style === undefined ? {} : { style: declarations(style) }),
  };
  const written = Object.entries(values).map(([key, value]) => ` ${key}="${escapeValue(value)}"`);
  return `<${nameOf(element)}${written.join('')}>`;
}

const isText = (node: CanvasNode): boolean => typeof node === 'string' || isInlineTag(node.tag);

function writeNode(node: CanvasNode): string {
  if (typeof node === 'string') return escapeText(node);
  if (EMPTY.has(node.tag)) return openTag(node);
  return `${openTag(node)}${writeNodes(node.children ?? [])}</${nameOf(node)}>`;
}

function writeNodes(nodes: readonly CanvasNode[]): string {
  if (nodes.some(isText)) return nodes.map(writeNode).join('');
  return nodes.map((node) => `\n${writeNode(node)}`).join('') + (nodes.length === 0 ? '' : '\n');
}

export function writeCanvas({ width, height, page, mode, alt, anchor, rules, nodes }: Canvas): string {
  const sheet = rules.map(({ selector, style }) => `${selector}{${declarations(style)}}`);
  const content = [...(sheet.length === 0 ? [] : ['<style>', ...sheet, '</style>']), writeNodes(nodes).trim()].join('\n');
  return writeContainer('canvas', writeAttributes({ width, height, size: page === true ? 'page' : undefined, mode, alt }, anchor), content);
}

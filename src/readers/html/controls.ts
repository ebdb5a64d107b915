/** What a page shows that is no text of its elements: what forms hold, and the words of its drawings. */
import type { HtmlElement } from './parse-html.ts';

/** Inputs that show what they hold as text (HTML standard §4.10.5.1). */
const SHOWING = /^(?:|text|search|tel|url|email|number|date|month|week|time|datetime-local|submit|reset|button)$/;
const WORDS_OF_DRAWINGS = new Set(['text', 'foreignobject']);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function* elementsBelow(element: HtmlElement): Generator<HtmlElement> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next !== element) yield next;
    for (const child of next.children.toReversed()) if (typeof child !== 'string') waiting.push(child);
  }
}

/** All text below an element. */
export function textBelow(element: HtmlElement): string {
  let text = '';
  const waiting: (HtmlElement | string)[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') text += next;
    else for (const child of next.children.toReversed()) waiting.push(child);
  }
  return text;
}

/** What is chosen in a list; all of one that shows several lines. */
function chosenIn(select: HtmlElement): string {
  const options = [...elementsBelow(select)].filter(({ tag }) => tag === 'option');
  const chosen = options.filter(({ attributes }) => attributes.has('selected'));
  const open = select.attributes.has('multiple') || Number(select.attributes.get('size') ?? 1) > 1;
  const shown = open ? options : chosen.length > 0 ? chosen.slice(-1) : options.slice(0, 1);
  return shown.map((option) => oneLine(option.attributes.get('label') ?? textBelow(option))).join(', ');
}

function wordsOfDrawing(svg: HtmlElement): string {
  const words: string[] = [];
  const waiting: HtmlElement[] = [svg];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (WORDS_OF_DRAWINGS.has(next.tag.toLowerCase())) words.push(oneLine(textBelow(next)));
    // what is defined is drawn only where it is used
    else if (next.tag !== 'defs') for (const child of next.children.toReversed()) if (typeof child !== 'string') waiting.push(child);
  }
  return words.filter((text) => text !== '').join(' ');
}

/** @returns undefined for an element that is none of these, '' for one that shows nothing */
export function controlText(element: HtmlElement): string | undefined {
  const { tag, attributes } = element;
  switch (tag) {
    case 'input':
      return SHOWING.test((attributes.get('type') ?? '').toLowerCase())
        ? oneLine(attributes.get('value') || (attributes.get('placeholder') ?? ''))
        : undefined;
    case 'textarea':
      return textBelow(element).replaceAll(/\r\n?/g, '\n').trim() || oneLine(attributes.get('placeholder') ?? '');
    case 'select':
      return chosenIn(element);
    case 'svg':
      return wordsOfDrawing(element);
    default:
      return undefined;
  }
}

/** Text of a Word paragraph: runs, links, fields, references, and the drawings that hang on it. */
import { M, MC, R, W } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readEquation } from '../office/equation.ts';
import { readAlternative, noteOnce, targetOf } from '../office/parts.ts';
import { addRun, safeLink } from '../office/runs.ts';
import { readBody } from './body.ts';
import { readDrawing } from './drawing.ts';
import { isUnseen, textColor } from './background.ts';
import { isOn, isShown, linkOfField, linkOfOpenFields, noteField, textOfFormField, turnField } from './fields.ts';
import { symbolOf, textInFont } from './symbols.ts';
import { styleChain, valueOf } from './styles.ts';
import type { WordStyle } from './styles.ts';
import { noteId } from './word-reading.ts';
import type { NoteKind, StyleMarks, WordReading } from './word-reading.ts';

export interface InlineOptions {
  /** Receives what cannot be within text: pictures, charts, text boxes. */
  hanging: Block[];
  /** Without bold and italic, which a heading has by itself. */
  plain: boolean;
  /** Whether the paragraph's style hides its text. */
  hidden: boolean;
  /** Of the paragraph. */
  chain: readonly WordStyle[];
}

interface Flow extends InlineOptions {
  reading: WordReading;
  paragraph: XmlElement;
  runs: Run[];
  link: string | undefined;
}

export function readRuns(reading: WordReading, paragraph: XmlElement, options: InlineOptions): Run[] {
  const flow: Flow = { ...options, reading, paragraph, runs: [], link: undefined };
  readInline(flow, paragraph);
  return flow.runs;
}

/** Runs and what hangs on them; a run that grows in place counts too. */
const sizeOf = ({ runs, hanging }: Flow): number => (hanging.length + runs.length) * 2 ** 30 + (runs.at(-1)?.text.length ?? 0);

function readInline(flow: Flow, element: XmlElement): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.uri === W) readPiece(flow, child);
    else if (child.uri === M && child.local === 'oMath') addMath(flow, child);
    else if (child.uri === M && child.local === 'oMathPara') {
      for (const [index, math] of elementsOf(child, 'oMath', M).entries()) {
        if (index > 0) addRun(flow.runs, { text: '\n' });
        addMath(flow, math);
      }
    } else if (child.uri === MC && child.local === 'AlternateContent')
      readAlternative(
        child,
        (content) => readInline(flow, content),
        () => sizeOf(flow),
      );
  }
}

function addMath({ runs, reading }: Flow, element: XmlElement): void {
  const tex = readEquation(element);
  if (tex !== '' && isShown(reading)) addRun(runs, { text: tex, math: true });
}

function readPiece(flow: Flow, element: XmlElement): void {
  switch (element.local) {
    case 'r':
      readRun(flow, element);
      return;
    case 'hyperlink': {
      const target = targetOf(flow.reading.office, flow.reading.part, attributeOf(element, 'id', R));
      readInline({ ...flow, link: target?.external ? safeLink(target.target) : undefined }, element);
      return;
    }
    case 'fldSimple': {
      const code = attributeOf(element, 'instr', W) ?? '';
      noteField(flow.reading, code);
      readInline({ ...flow, link: linkOfField(code) ?? flow.link }, element);
      return;
    }
    case 'ins':
    case 'moveTo':
    case 'smartTag':
    case 'customXml':
    case 'sdtContent':
    case 'dir':
    case 'bdo':
      readInline(flow, element);
      return;
    case 'sdt': {
      const content = firstElementOf(element, 'sdtContent', W);
      if (content) readInline(flow, content);
      return;
    }
    case 'del':
    case 'moveFrom':
      noteOnce(flow.reading.office, 'tracked_changes', 'info', 'The file has tracked changes; the text is read as if they were accepted.');
      return;
    case 'tbl':
    case 'p':
      // beside its runs, where the standard has no blocks
      for (const block of readBody(flow.reading, { ...element, local: 'body', children: [element] })) flow.hanging.push(block);
      return;
    case 'pPr':
      return;
    default:
      readInline(flow, element);
  }
}

/** Half points; what is set so small is set so as not to be read. */
const UNSEEN_SIZE = 4;

const isTiny = (properties: XmlElement | undefined): boolean => {
  const size = properties && firstElementOf(properties, 'sz', W);
  return size !== undefined && Number(attributeOf(size, 'val', W) ?? Number.NaN) <= UNSEEN_SIZE;
};

function hasColorOfBackground({ reading, chain, paragraph }: Flow, properties: XmlElement | undefined): boolean {
  const styles = [...styleMarks(reading, valueOf(properties, 'rStyle')).chain, ...chain];
  const color = [properties, ...styles.map((style) => style.properties)].map(textColor).find((one) => one !== undefined)?.hex;
  if (color === undefined) return false;
  return isUnseen(
    {
      color,
      paragraph,
      layers: [
        properties,
        ...styles.map((style) => style.properties),
        firstElementOf(paragraph, 'pPr', W),
        ...chain.map((style) => style.paragraph),
      ],
    },
    reading.ground,
  );
}

const noteHiddenText = ({ office }: WordReading): void =>
  noteOnce(
    office,
    'hidden_text',
    'info',
    'The file has text that nobody sees (hidden, tiny, or in the colour of its background); it was left out.',
  );

function readRun(flow: Flow, element: XmlElement): void {
  const { reading } = flow;
  const properties = firstElementOf(element, 'rPr', W);
  if (isOn(properties, 'vanish') ?? styleMarks(reading, valueOf(properties, 'rStyle')).hidden ?? flow.hidden) {
    noteHiddenText(reading);
    // Codes of fields are hidden at times; their marks count all the same.
    for (const child of elementsOf(element)) if (child.local === 'fldChar') turnField(reading, child);
    return;
  }
  const marks = properties ? marksOf(flow, properties) : {};
  const unread = isTiny(properties) || hasColorOfBackground(flow, properties);
  for (const child of elementsOf(element)) {
    // pictures and notes may hang on such a run
    if (unread && child.local === 't' && textIn(child).trim() !== '') noteHiddenText(reading);
    else readRunPiece(flow, child, marks, fontOf(properties));
  }
}

/** The face that Latin letters of a run are set in, where the run says so. */
function fontOf(properties: XmlElement | undefined): string | undefined {
  const fonts = properties && firstElementOf(properties, 'rFonts', W);
  return fonts && (attributeOf(fonts, 'ascii', W) ?? attributeOf(fonts, 'hAnsi', W));
}

function readRunPiece(flow: Flow, child: XmlElement, marks: Partial<Run>, font?: string): void {
  const { reading } = flow;
  if (child.uri === MC && child.local === 'AlternateContent') {
    readAlternative(
      child,
      (content) => elementsOf(content).forEach((inner) => readRunPiece(flow, inner, marks, font)),
      () => sizeOf(flow),
    );
    return;
  }
  if (child.uri !== W) return;
  switch (child.local) {
    case 'fldChar': {
      const form = isShown(reading) ? textOfFormField(child) : '';
      const said = turnField(reading, child) || form;
      if (said !== '') addRun(flow.runs, { ...marks, text: said });
      return;
    }
    case 'instrText': {
      const field = reading.fields.at(-1);
      if (field && !field.inResult) field.code += textIn(child);
      return;
    }
    case 'drawing':
    case 'pict':
    case 'object':
      readDrawing(reading, child, flow.hanging);
      return;
    case 'footnoteReference':
    case 'endnoteReference':
    case 'commentReference': {
      const kind: NoteKind =
        child.local === 'footnoteReference' ? 'footnotes' : child.local === 'endnoteReference' ? 'endnotes' : 'comments';
      const id = noteId(kind, attributeOf(child, 'id', W) ?? '');
      if (!reading.noteSources.has(id) || !isShown(reading)) return;
      reading.references.add(id);
      addRun(flow.runs, { text: '', footnote: id });
      return;
    }
    case 'ruby':
      readRuby(flow, child, marks);
      return;
    case 'tbl':
      readPiece(flow, child);
      return;
    default: {
      const text = child.local === 't' ? textInFont(font, textOfPiece(child)) : textOfPiece(child);
      const link = linkOfOpenFields(reading) ?? flow.link;
      if (text === '' || !isShown(reading)) return;
      for (const field of reading.fields) field.said = true;
      addRun(flow.runs, { ...marks, text, ...(link === undefined ? {} : { link }) });
    }
  }
}

/** Base text, then its reading in brackets, as plain text gives it (ECMA-376 part 1, §17.3.3.25). */
function readRuby(flow: Flow, element: XmlElement, marks: Partial<Run>): void {
  const add = (text: string): void => {
    if (isShown(flow.reading)) addRun(flow.runs, { ...marks, text });
  };
  const base = firstElementOf(element, 'rubyBase', W);
  const reading = firstElementOf(element, 'rt', W);
  if (base) readInline(flow, base);
  if (!reading) return;
  add('(');
  readInline(flow, reading);
  add(')');
}

const textIn = (element: XmlElement): string => element.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');

function textOfPiece(element: XmlElement): string {
  switch (element.local) {
    case 't':
      return textIn(element).replaceAll('\n', ' ');
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
      // a page or a column ends a line as well
      return '\n';
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '\u2011';
    case 'sym':
      return symbolOf(attributeOf(element, 'font', W), attributeOf(element, 'char', W));
    default:
      return '';
  }
}

function marksOf({ reading, plain }: Flow, properties: XmlElement): Partial<Run> {
  const marks: Partial<Run> = {};
  if (!plain) {
    const style = styleMarks(reading, valueOf(properties, 'rStyle'));
    if (isOn(properties, 'b') ?? style.bold) marks.bold = true;
    if (isOn(properties, 'i') ?? style.italic) marks.italic = true;
    if (style.code) marks.code = true;
  }
  if (isOn(properties, 'strike') || isOn(properties, 'dstrike')) marks.strike = true;
  const vertical = valueOf(properties, 'vertAlign');
  if (vertical === 'superscript') marks.script = 'super';
  if (vertical === 'subscript') marks.script = 'sub';
  return marks;
}

/** What the nearest style that speaks of a property of runs says. */
export const styledValue = (chain: readonly WordStyle[], local: string): boolean | undefined =>
  chain.map((style) => isOn(style.properties, local)).find((value) => value !== undefined);

function styleMarks(reading: WordReading, id: string | undefined): StyleMarks {
  const known = reading.styleMarks.get(id ?? '');
  if (known !== undefined) return known;
  const chain = id === undefined ? [] : styleChain(reading.styles, id);
  const marks = {
    bold: styledValue(chain, 'b') ?? false,
    italic: styledValue(chain, 'i') ?? false,
    hidden: styledValue(chain, 'vanish'),
    chain,
    code: /\bcode\b|verbatim/.test(chain[0]?.name ?? ''),
  };
  reading.styleMarks.set(id ?? '', marks);
  return marks;
}

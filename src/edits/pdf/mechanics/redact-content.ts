/**
 * Letters taken out of a content stream: whatever is shown within the areas is left out of its string, and the pen moves on
 * as if it had been there, so that all around it stays in its place and all other bytes stay as they are. What cannot be
 * taken out in this way (pictures, fonts whose codes are not known, drawings within an area) is said: such a page is made a
 * picture.
 */
import { append } from '../../../base/append.ts';
import { PDFDict, PDFInvalidObject, PDFName, PDFRawStream, type PDFContext, type PDFObject } from '@cantoo/pdf-lib';
import { boxOf, holds, IDENTITY, isHit, meets, multiply, type Area, type Matrix } from './areas.ts';
import { readOperators, type Operand, type Operator } from './content-tokens.ts';
import { glyphCodesOf, type GlyphCodes, type StandardFaces } from './glyph-widths.ts';
import { decodeStream, name } from './pdf-file.ts';

interface TextState {
  font: GlyphCodes | null;
  known: boolean;
  size: number;
  charSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
}
interface State extends TextState {
  ctm: Matrix;
}

export interface Redacted {
  bytes: Uint8Array;
  resources: PDFDict | undefined;
  removed: number;
  /** Something within the areas could not be taken out. */ unsure: boolean;
}

export interface RedactContext {
  context: PDFContext;
  faces: StandardFaces;
  areas: readonly Area[];
  depth: number;
}

/** What hangs below the line and is above it, in shares of the font size. */
const DESCENT = -0.22;
const ASCENT = 0.75;
const DEPTH_MAX = 12;

const numbers = (operands: readonly Operand[]): number[] =>
  operands.flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []));

const hex = (bytes: readonly number[]): string => `<${Buffer.from(bytes).toString('hex')}>`;
const format = (value: number): string => String(Math.round(value * 1_000) / 1_000);

class Redaction {
  readonly #shared: RedactContext;
  readonly #resources: PDFDict | undefined;
  readonly #codes = new Map<string, GlyphCodes | null>();
  readonly #renamed = new Map<string, PDFObject>();
  #state: State;
  readonly #stack: State[] = [];
  #tm: Matrix = IDENTITY;
  #tlm: Matrix = IDENTITY;
  #path: Area | undefined;
  removed = 0;
  unsure = false;

  constructor(shared: RedactContext, resources: PDFDict | undefined, ctm: Matrix) {
    this.#shared = shared;
    this.#resources = resources;
    this.#state = { ctm, font: null, known: true, size: 0, charSpace: 0, wordSpace: 0, scale: 1, leading: 0, rise: 0 };
  }

  #resource(kind: string, key: string): PDFObject | undefined {
    const group = this.#resources?.lookup(name(kind));
    return group instanceof PDFDict ? group.lookup(name(key)) : undefined;
  }

  #setFont(key: string, size: number): void {
    let codes = this.#codes.get(key);
    if (codes === undefined) {
      const font = this.#resource('Font', key);
      codes = font instanceof PDFDict ? glyphCodesOf(font, this.#shared.faces) : null;
      this.#codes.set(key, codes);
    }
    this.#state = { ...this.#state, font: codes, size };
  }

  #nextLine(x: number, y: number): void {
    this.#tlm = multiply([1, 0, 0, 1, x, y], this.#tlm);
    this.#tm = this.#tlm;
  }

  #advance(x: number): void {
    this.#tm = multiply([1, 0, 0, 1, x, 0], this.#tm);
  }

  /** Elements of the array that shows what is left of a string, or null where nothing of it goes. */
  #showString(bytes: readonly number[], out: string[]): boolean {
    const { font, size, charSpace, wordSpace, scale, rise, ctm } = this.#state;
    if (font === null || size === 0) {
      // without widths nobody knows where it stands: any text near an area may be in it
      const here = boxOf(multiply(this.#tm, ctm), 0, DESCENT * size + rise, bytes.length * size, ASCENT * size + rise);
      // and readers take a size of their own where none is given
      if (size === 0 || this.#shared.areas.some((area) => meets(area, here))) this.unsure = true;
      out.push(hex(bytes));
      return false;
    }
    let kept: number[] = [];
    let removed = false;
    const close = (): void => {
      if (kept.length > 0) out.push(hex(kept));
      kept = [];
    };
    for (let i = 0; i < bytes.length; i += font.size) {
      const code = font.size === 2 ? ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0) : (bytes[i] ?? 0);
      const width = (font.widthOf(code) / 1_000) * size;
      const step = width + charSpace + (font.size === 1 && code === 32 ? wordSpace : 0);
      const glyph = boxOf(multiply(this.#tm, ctm), 0, DESCENT * size + rise, width * scale, ASCENT * size + rise);
      if (isHit(glyph, this.#shared.areas)) {
        close();
        out.push(format((-step / size) * 1_000));
        this.removed++;
        removed = true;
      } else append(kept, bytes.slice(i, i + font.size));
      this.#advance(step * scale);
    }
    close();
    return removed;
  }

  /** The text of an array in which something goes; null where it stays as it is. */
  #show(items: readonly Operand[]): string | null {
    const out: string[] = [];
    let changed = false;
    for (const item of items) {
      if (item.kind === 'number') {
        out.push(format(item.value));
        this.#advance((-item.value / 1_000) * this.#state.size * this.#state.scale);
      } else if (item.kind === 'string') changed = this.#showString(item.bytes, out) || changed;
    }
    return changed ? `[${out.join(' ')}] TJ` : null;
  }

  #text({ op, operands }: Operator): string | null {
    const [first, second, third] = numbers(operands);
    if (op === "'" || op === '"') {
      const spaces = op === '"' ? `${format(first ?? 0)} Tw ${format(second ?? 0)} Tc ` : '';
      if (op === '"') this.#state = { ...this.#state, wordSpace: first ?? 0, charSpace: second ?? 0 };
      this.#nextLine(0, -this.#state.leading);
      const shown = this.#show(operands);
      return shown === null ? null : `${spaces}T* ${shown}`;
    }
    void third;
    if (op === 'Tj') return this.#show(operands.filter(({ kind }) => kind === 'string'));
    const [list] = operands;
    return list?.kind === 'array' ? this.#show(list.items) : null;
  }

  #grow(points: readonly number[]): void {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const box = boxOf(this.#state.ctm, points[i] ?? 0, points[i + 1] ?? 0, points[i] ?? 0, points[i + 1] ?? 0);
      this.#path = this.#path
        ? {
            left: Math.min(this.#path.left, box.left),
            right: Math.max(this.#path.right, box.right),
            bottom: Math.min(this.#path.bottom, box.bottom),
            top: Math.max(this.#path.top, box.top),
          }
        : box;
    }
  }

  /** A drawing that lies in an area as a whole may be a word in outlines, or a signature. */
  #paint(): void {
    const path = this.#path;
    if (path && path.right - path.left > 1 && path.top - path.bottom > 1 && this.#shared.areas.some((area) => holds(area, path)))
      this.unsure = true;
    this.#path = undefined;
  }

  #object(key: string): void {
    const object = this.#resource('XObject', key);
    if (object instanceof PDFInvalidObject) this.unsure = true;
    if (!(object instanceof PDFRawStream)) return;
    const subtype = object.dict.lookup(name('Subtype'));
    const { ctm } = this.#state;
    if (subtype instanceof PDFName && subtype.decodeText() === 'Form') return this.#form(key, object);
    const box = boxOf(ctm, 0, 0, 1, 1);
    if (this.#shared.areas.some((area) => meets(area, box, 0.5))) this.unsure = true;
  }

  #form(key: string, form: PDFRawStream): void {
    const content = this.#shared.depth < DEPTH_MAX ? decodeStream(form) : null;
    if (content === null) {
      this.unsure = true;
      return;
    }
    const matrix = form.dict.lookup(name('Matrix'));
    const values = matrix === undefined ? [] : [...String(matrix).matchAll(/[-+.\d]+/g)].map(([text]) => Number(text));
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
    const own = form.dict.lookup(name('Resources'));
    const redacted = redactContent(content, own instanceof PDFDict ? own : this.#resources, multiply([a, b, c, d, e, f], this.#state.ctm), {
      ...this.#shared,
      depth: this.#shared.depth + 1,
    });
    this.unsure ||= redacted.unsure;
    if (redacted.removed === 0 && redacted.resources === own) return;
    this.removed += redacted.removed;
    const { context } = this.#shared;
    const dict = form.dict.clone(context);
    for (const gone of ['Filter', 'DecodeParms', 'Length']) dict.delete(name(gone));
    if (redacted.resources) dict.set(name('Resources'), redacted.resources);
    // a copy: the same form may be on other pages, or elsewhere on this one
    this.#renamed.set(
      key,
      context.register(
        context.flateStream(redacted.bytes, Object.fromEntries(dict.entries().map(([entry, value]) => [entry.decodeText(), value]))),
      ),
    );
  }

  /** What comes in the place of the operator; null where it stays. */
  run(operator: Operator): string | null {
    const { op, operands } = operator;
    const values = numbers(operands);
    const [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0] = values;
    const state = this.#state;
    switch (op) {
      case 'q':
        this.#stack.push(state);
        return null;
      case 'Q':
        this.#state = this.#stack.pop() ?? state;
        return null;
      case 'cm':
        this.#state = { ...state, ctm: multiply([v0, v1, v2, v3, v4, v5], state.ctm) };
        return null;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        return this.#text(operator);
      case 'gs':
        if (this.#setsFont(operands)) this.unsure = true;
        return null;
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        this.#grow(values);
        return null;
      case 're':
        this.#grow([v0, v1, v0 + v2, v1 + v3]);
        return null;
      case 'S':
      case 's':
      case 'f':
      case 'F':
      case 'f*':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        this.#paint();
        return null;
      case 'n':
        this.#path = undefined;
        return null;
      case 'EI':
        if (this.#shared.areas.some((area) => meets(area, boxOf(state.ctm, 0, 0, 1, 1), 0.5))) this.unsure = true;
        return null;
      case 'Do': {
        const [object] = operands;
        if (object?.kind === 'name') this.#object(object.value);
        return null;
      }
      default:
        this.#setText(op, operands, values);
        return null;
    }
  }

  /** The operators of text state and text position (ISO 32000-1 §9.3, §9.4.2). */
  #setText(op: string, operands: readonly Operand[], [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0]: readonly number[]): void {
    const state = this.#state;
    switch (op) {
      case 'BT':
        this.#tm = this.#tlm = IDENTITY;
        break;
      case 'Tf': {
        const [font] = operands;
        if (font?.kind === 'name') this.#setFont(font.value, v0);
        break;
      }
      case 'Tc':
        this.#state = { ...state, charSpace: v0 };
        break;
      case 'Tw':
        this.#state = { ...state, wordSpace: v0 };
        break;
      case 'Tz':
        this.#state = { ...state, scale: v0 / 100 };
        break;
      case 'TL':
        this.#state = { ...state, leading: v0 };
        break;
      case 'Ts':
        this.#state = { ...state, rise: v0 };
        break;
      case 'Td':
        this.#nextLine(v0, v1);
        break;
      case 'TD':
        this.#state = { ...state, leading: -v1 };
        this.#nextLine(v0, v1);
        break;
      case 'Tm':
        this.#tm = this.#tlm = [v0, v1, v2, v3, v4, v5];
        break;
      case 'T*':
        this.#nextLine(0, -state.leading);
        break;
      default:
    }
  }

  #setsFont([key]: readonly Operand[]): boolean {
    const graphics = key?.kind === 'name' ? this.#resource('ExtGState', key.value) : undefined;
    return graphics instanceof PDFDict && graphics.get(name('Font')) !== undefined;
  }

  /** Resources with the copies of changed forms in the place of what they are copies of. */
  resources(): PDFDict | undefined {
    if (this.#renamed.size === 0 || !this.#resources) return this.#resources;
    const { context } = this.#shared;
    const resources = this.#resources.clone(context);
    const group = resources.lookup(name('XObject'));
    const objects = group instanceof PDFDict ? group.clone(context) : context.obj({});
    for (const [key, value] of this.#renamed) objects.set(name(key), value);
    resources.set(name('XObject'), objects);
    return resources;
  }
}

/** `/ActualText (…)` says once more what was shown. */
const ACTUAL_TEXT = /\/(?:ActualText|Alt|E)\s*(?:\((?:[^()\\]|\\[^])*\)|<[0-9A-Fa-f\s]*>)/g;

export function redactContent(bytes: Uint8Array, resources: PDFDict | undefined, ctm: Matrix, shared: RedactContext): Redacted {
  let operators: Operator[];
  try {
    operators = readOperators(bytes);
  } catch {
    return { bytes, resources, removed: 0, unsure: true };
  }
  const redaction = new Redaction(shared, resources, ctm);
  const parts: Uint8Array[] = [];
  let at = 0;
  const replace = (start: number, end: number, text: string): void => {
    parts.push(bytes.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  };
  for (const operator of operators) {
    const text = redaction.run(operator);
    if (text !== null) replace(operator.start, operator.end, `${text} `);
    else if (operator.op === 'BDC' || operator.op === 'DP') {
      const source = Buffer.from(bytes.subarray(operator.start, operator.end)).toString('latin1');
      const clean = source.replaceAll(ACTUAL_TEXT, '');
      if (clean !== source) replace(operator.start, operator.end, clean);
    }
  }
  parts.push(bytes.subarray(at));
  return {
    bytes: redaction.removed === 0 && at === 0 ? bytes : Buffer.concat(parts),
    resources: redaction.resources(),
    removed: redaction.removed,
    unsure: redaction.unsure,
  };
}

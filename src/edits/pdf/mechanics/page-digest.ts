/**
 * What a page shows, as a digest that is the same in two files where they draw the same. Names of resources, numbers of objects, tags and
 * the codes that a font's subset happens to give its glyphs are left out of it; in doubt two pages differ.
 */
import { createHash } from 'node:crypto';
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { readOperators, type Operand, type Operator } from './content-tokens.ts';
import { glyphCodesOf, type StandardFaces } from './glyph-widths.ts';
import { decodeStream, name, pageContent } from './pdf-file.ts';
import { readUnicodeMap } from './read-unicode-map.ts';

/** How the strings of a font are compared: by what they mean where the font is a subset, else by their codes and the whole font. */
interface Face {
  digest: string;
  /** Null for a code that has no meaning. */
  glyphsOf: ((codes: readonly number[]) => string | null) | null;
}

/** Operators that only say what a thing is (ISO 32000-1 §14.6), and change nothing of what is drawn. */
const MARKS = new Set(['BMC', 'BDC', 'EMC', 'MP', 'DP']);
/** Operator → the resource that its last operand names. */
const RESOURCES: Readonly<Record<string, string>> = {
  gs: 'ExtGState',
  Do: 'XObject',
  cs: 'ColorSpace',
  CS: 'ColorSpace',
  scn: 'Pattern',
  SCN: 'Pattern',
  sh: 'Shading',
};
/** Of annotations: where they lead and what they belong to. */
const NOT_SHOWN = new Set(['P', 'Popup', 'Kids', 'StructParent', 'StructParents', 'A', 'AA', 'Dest', 'NM', 'M', 'Length']);
const SUBSET = /^[A-Z]{6}\+/;
const NESTING_MAX = 60;

const sha = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
};

/** A page that cannot be compared, such as one with layers that readers may switch off. */
export class NotComparable extends Error {}

/** One for each file: what several pages use is looked at once. */
export class PageDigests {
  readonly #context: PDFContext;
  readonly #faces: StandardFaces;
  readonly #known = new Map<string, string>();
  readonly #fonts = new Map<PDFDict, Face>();
  #depth = 0;

  constructor(context: PDFContext, faces: StandardFaces) {
    this.#context = context;
    this.#faces = faces;
  }

  /** @throws NotComparable */
  ofPage(page: PDFPage): string {
    const content = pageContent(page);
    if (content === null) throw new NotComparable('its content cannot be unpacked');
    const inherited = ['MediaBox', 'CropBox', 'Rotate'].map((key) => this.#ofObject(page.node.getInheritableAttribute(name(key))));
    const own = ['UserUnit', 'Group'].map((key) => this.#ofObject(page.node.get(name(key))));
    const notes = page.node.lookup(name('Annots'));
    const shown = notes instanceof PDFArray ? notes.asArray().map((note) => this.#ofNote(note)) : [];
    return sha(...inherited, ...own, this.#ofContent(content, page.node.Resources()), ...shown);
  }

  #ofNote(note: PDFObject): string {
    const dict = this.#context.lookup(note);
    // what a field looks like may follow from the field above it and from the form
    if (dict instanceof PDFDict && dict.has(name('Parent'))) throw new NotComparable('it has a field');
    return this.#ofObject(note);
  }

  #ofObject(object: PDFObject | undefined): string {
    if (object === undefined) return '';
    if (!(object instanceof PDFRef)) return this.#ofValue(object);
    const known = this.#known.get(object.tag);
    if (known !== undefined) return known;
    // what holds itself is there once
    this.#known.set(object.tag, 'within itself');
    const digest = this.#ofValue(this.#context.lookup(object));
    this.#known.set(object.tag, digest);
    return digest;
  }

  #ofValue(value: PDFObject | undefined): string {
    if (value === undefined) return '';
    if (value instanceof PDFInvalidObject || this.#depth > NESTING_MAX) throw new NotComparable('an object of it cannot be read');
    this.#depth++;
    try {
      if (value instanceof PDFStream) return this.#ofStream(value);
      if (value instanceof PDFDict) return sha('dict', ...this.#entries(value, NOT_SHOWN));
      if (value instanceof PDFArray) return sha('array', ...value.asArray().map((item) => this.#ofObject(item)));
      if (value instanceof PDFString || value instanceof PDFHexString) return sha('string', value.asBytes());
      return String(value);
    } finally {
      this.#depth--;
    }
  }

  #entries(dict: PDFDict, without: ReadonlySet<string>): string[] {
    return dict
      .entries()
      .map(([key, value]) => ({ key: key.decodeText(), value }))
      .filter(({ key }) => !without.has(key))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, value }) => `${key} ${this.#ofObject(value)}`);
  }

  /** Forms and tiling patterns by what they draw, since they may share the resources of the whole file. */
  #ofStream(stream: PDFStream): string {
    const resources = stream.dict.lookup(name('Resources'));
    const content = resources instanceof PDFDict ? decodeStream(stream) : null;
    if (!(resources instanceof PDFDict) || content === null)
      return sha('stream', ...this.#entries(stream.dict, NOT_SHOWN), stream.getContents());
    const apart = new Set([...NOT_SHOWN, 'Resources', 'Filter', 'DecodeParms']);
    return sha('form', ...this.#entries(stream.dict, apart), this.#ofContent(content, resources));
  }

  #ofContent(content: Uint8Array, resources: PDFDict | undefined): string {
    const out: string[] = [];
    let face: Face | null = null;
    /** Faces of the graphics states that are kept (`q`). */
    const kept: (Face | null)[] = [];
    let operators: Operator[];
    try {
      operators = readOperators(content);
    } catch {
      throw new NotComparable('its content cannot be read');
    }
    for (const operator of operators) {
      const { op, operands } = operator;
      if (MARKS.has(op)) {
        const [tag] = operands;
        if (tag?.kind === 'name' && tag.value === 'OC') throw new NotComparable('it has layers');
        continue;
      }
      if (op === 'q') kept.push(face);
      if (op === 'Q') face = kept.pop() ?? face;
      if (op === 'Tf') face = this.#faceNamed(operands[0], resources);
      if (op === 'EI') out.push(sha(content.subarray(operator.start, operator.end)), this.#ofObject(resources?.get(name('ColorSpace'))));
      else out.push(this.#ofOperands(operator, content, resources, face), op);
    }
    return sha(out.join('\n'));
  }

  #ofOperands({ op, operands }: Operator, content: Uint8Array, resources: PDFDict | undefined, face: Face | null): string {
    if (op === 'Tf') return `${face?.digest ?? ''} ${this.#plain(operands.slice(1), content, null)}`;
    const kind = RESOURCES[op];
    const last = operands.at(-1);
    if (kind === undefined || last?.kind !== 'name') return this.#plain(operands, content, face);
    const list = resources?.lookup(name(kind));
    const named = list instanceof PDFDict ? list.get(name(last.value)) : undefined;
    const resource = named === undefined ? `/${last.value}` : this.#ofObject(named);
    return `${this.#plain(operands.slice(0, -1), content, face)} ${resource}`;
  }

  #plain(operands: readonly Operand[], content: Uint8Array, face: Face | null): string {
    return operands
      .map((operand): string => {
        switch (operand.kind) {
          case 'number':
            return String(operand.value);
          case 'name':
            return `/${operand.value}`;
          case 'string':
            return `(${face?.glyphsOf?.(operand.bytes) ?? String(operand.bytes)})`;
          case 'array':
            return `[${this.#plain(operand.items, content, face)}]`;
          case 'other':
            return Buffer.from(content.subarray(operand.start, operand.end)).toString('latin1');
        }
      })
      .join(' ');
  }

  #faceNamed(operand: Operand | undefined, resources: PDFDict | undefined): Face | null {
    const list = resources?.lookup(name('Font'));
    const font = operand?.kind === 'name' && list instanceof PDFDict ? list.lookup(name(operand.value)) : undefined;
    if (!(font instanceof PDFDict)) return null;
    const known = this.#fonts.get(font) ?? this.#readFace(font);
    this.#fonts.set(font, known);
    return known;
  }

  #readFace(font: PDFDict): Face {
    const base = font.lookup(name('BaseFont'));
    const map = font.lookup(name('ToUnicode'));
    const codes = glyphCodesOf(font, this.#faces);
    const cmap = map instanceof PDFStream ? decodeStream(map) : null;
    const isSubset = base instanceof PDFName && SUBSET.test(base.decodeText());
    if (!isSubset || cmap === null || codes === null) return { digest: this.#ofObject(font), glyphsOf: null };
    const whole = (): string => this.#ofObject(font);
    const meanings = readUnicodeMap(cmap);
    /** What each code draws, as it is written into the digest. */
    const drawn = new Map([...meanings].map(([code, meaning]) => [code, `${meaning}:${codes.widthOf(code)} `]));
    return {
      digest: sha(base.decodeText().replace(SUBSET, ''), this.#ofObject(font.get(name('Subtype')))),
      glyphsOf: (bytes) => {
        let out = '';
        for (let i = 0; i + codes.size <= bytes.length; i += codes.size) {
          const code = codes.size === 1 ? (bytes[i] ?? 0) : (bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0);
          const glyph = drawn.get(code);
          // a glyph that stands for nothing is the same only in the same font
          if (glyph === undefined) return `${whole()} ${String(bytes)}`;
          out += glyph;
        }
        return out;
      },
    };
  }
}

/** Operators of a content stream with their operands and their places in it (ISO 32000-1 §7.8.2, Annex A). */

export type Operand =
  | { kind: 'number'; value: number }
  | { kind: 'name'; value: string }
  | { kind: 'string'; bytes: number[] }
  | { kind: 'array'; items: Operand[] }
  | { kind: 'other'; start: number; end: number };

export interface Operator {
  op: string;
  operands: Operand[];
  /** From the first operand to the end of the operator. */ start: number;
  end: number;
}

const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const isRegular = (code: number | undefined): boolean => code !== undefined && !WHITE.has(code) && !DELIMITERS.has(code);
/** Value of each byte as a hexadecimal digit; -1 for what is none. */
const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});
const OPERATORS_MAX = 2_000_000;
const NESTING_MAX = 50;

class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  peek(): number | undefined {
    for (;;) {
      const code = this.#bytes[this.at];
      if (code === 0x25) while (this.at < this.#bytes.length && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13) this.at++;
      else if (code !== undefined && WHITE.has(code)) this.at++;
      else return code;
    }
  }

  #string(): number[] {
    const out: number[] = [];
    let depth = 1;
    for (this.at++; this.at < this.#bytes.length; this.at++) {
      const code = this.#bytes[this.at] ?? 0;
      if (code === 0x5c) this.#escape(out);
      else if (code === 0x28) {
        depth++;
        out.push(code);
      } else if (code === 0x29 && --depth === 0) break;
      else out.push(code);
    }
    this.at++;
    return out;
  }

  #escape(out: number[]): void {
    const code = this.#bytes[++this.at] ?? 0;
    const simple = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 }[code];
    if (simple !== undefined) return void out.push(simple);
    if (code === 13 && this.#bytes[this.at + 1] === 10) return void this.at++;
    if (code === 10 || code === 13) return;
    if (code < 0x30 || code > 0x37) return void out.push(code);
    let value = code - 0x30;
    for (let i = 0; i < 2 && (this.#bytes[this.at + 1] ?? 0) >= 0x30 && (this.#bytes[this.at + 1] ?? 0) <= 0x37; i++)
      value = value * 8 + (this.#bytes[++this.at] ?? 0) - 0x30;
    out.push(value & 0xff);
  }

  #hex(): number[] {
    const out: number[] = [];
    let half = -1;
    for (this.at++; this.at < this.#bytes.length; this.at++) {
      const code = this.#bytes[this.at] ?? 0;
      if (code === 0x3e) break;
      const digit = HEX_DIGITS[code] ?? -1;
      if (digit < 0) continue;
      if (half < 0) half = digit;
      else {
        out.push(half * 16 + digit);
        half = -1;
      }
    }
    this.at = Math.min(this.at + 1, this.#bytes.length);
    if (half >= 0) out.push(half * 16);
    return out;
  }

  #dictionary(): Operand {
    const start = this.at;
    let depth = 0;
    while (this.at < this.#bytes.length) {
      const [code, next] = [this.#bytes[this.at], this.#bytes[this.at + 1]];
      if (code === 0x3c && next === 0x3c) {
        depth++;
        this.at += 2;
      } else if (code === 0x3e && next === 0x3e) {
        this.at += 2;
        if (--depth === 0) break;
      } else if (code === 0x28) this.#string();
      else this.at++;
    }
    return { kind: 'other', start, end: this.at };
  }

  regular(): string {
    const start = this.at;
    while (isRegular(this.#bytes[this.at])) this.at++;
    if (this.at === start) this.at++;
    let text = '';
    for (let i = start; i < this.at; i++) text += String.fromCharCode(this.#bytes[i] ?? 0);
    return text;
  }

  /** An operand, or the text of an operator. */
  next(depth = 0): Operand | string {
    const code = this.peek();
    if (code === 0x28) return { kind: 'string', bytes: this.#string() };
    if (code === 0x3c) return this.#bytes[this.at + 1] === 0x3c ? this.#dictionary() : { kind: 'string', bytes: this.#hex() };
    if (code === 0x2f) {
      this.at++;
      return {
        kind: 'name',
        value: isRegular(this.#bytes[this.at])
          ? this.regular().replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
          : '',
      };
    }
    if (code === 0x5b && depth < NESTING_MAX) {
      this.at++;
      const items: Operand[] = [];
      while (this.peek() !== 0x5d && this.peek() !== undefined) {
        const item = this.next(depth + 1);
        if (typeof item !== 'string') items.push(item);
      }
      this.at++;
      return { kind: 'array', items };
    }
    const start = this.at;
    const text = this.regular();
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { kind: 'number', value: Number(text) };
    return /^(?:true|false|null)$/.test(text) ? { kind: 'other', start, end: this.at } : text;
  }

  /** Past the data of an inline picture, which ends with EI between white space (§8.9.7). */
  skipPicture(): void {
    for (this.at++; this.at < this.#bytes.length; this.at++) {
      const ends =
        this.#bytes[this.at] === 0x45 &&
        this.#bytes[this.at + 1] === 0x49 &&
        WHITE.has(this.#bytes[this.at - 1] ?? 32) &&
        !isRegular(this.#bytes[this.at + 2]);
      if (!ends) continue;
      this.at += 2;
      return;
    }
  }
}

/** @throws Error where the stream is not one; null is never given */
export function readOperators(bytes: Uint8Array): Operator[] {
  const reader = new Reader(bytes);
  const operators: Operator[] = [];
  let operands: Operand[] = [];
  let start = -1;
  while (reader.peek() !== undefined) {
    if (start < 0) start = reader.at;
    const token = reader.next();
    if (typeof token !== 'string') {
      operands.push(token);
      continue;
    }
    if (token === 'ID') reader.skipPicture();
    // an unclosed string or picture ends with the stream
    operators.push({ op: token === 'ID' ? 'EI' : token, operands, start, end: Math.min(reader.at, bytes.length) });
    operands = [];
    start = -1;
    if (operators.length > OPERATORS_MAX) throw new Error('a page has more operators than a page may');
  }
  return operators;
}

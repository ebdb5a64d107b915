/** What the codes of a font mean: its ToUnicode map (ISO 32000-1 §9.10.3). */
import { readOperators, type Operand } from './content-tokens.ts';

const numberIn = (bytes: readonly number[]): number => bytes.reduce((value, byte) => value * 256 + byte, 0);
/** More codes than two bytes can hold are none. */
const CODES_MAX = 65_536;

/** Codes of a `bfrange` with what the first one means, or with a list of what each means. */
function addRange(map: Map<number, string>, [first, last, target]: readonly (Operand | undefined)[]): void {
  if (first?.kind !== 'string' || last?.kind !== 'string' || target === undefined) return;
  const from = numberIn(first.bytes);
  const count = Math.min(numberIn(last.bytes) - from + 1, CODES_MAX);
  for (let i = 0; i < count; i++) {
    if (target.kind === 'array') {
      const item = target.items[i];
      if (item?.kind === 'string') map.set(from + i, String(item.bytes));
    } else if (target.kind === 'string') {
      const { bytes } = target;
      map.set(from + i, String([...bytes.slice(0, -1), (bytes.at(-1) ?? 0) + i]));
    }
  }
}

/**
 * @param cmap the unpacked stream
 * @returns code → its characters, as the numbers of their bytes in UTF-16; codes that it does not name are not in it
 * @throws Error where the stream is not one
 */
export function readUnicodeMap(cmap: Uint8Array): Map<number, string> {
  const map = new Map<number, string>();
  for (const { op, operands } of readOperators(cmap)) {
    if (op === 'endbfchar')
      for (let i = 0; i + 1 < operands.length; i += 2) {
        const [code, target] = [operands[i], operands[i + 1]];
        if (code?.kind === 'string' && target?.kind === 'string') map.set(numberIn(code.bytes), String(target.bytes));
      }
    if (op === 'endbfrange') for (let i = 0; i + 2 < operands.length; i += 3) addRange(map, operands.slice(i, i + 3));
    if (map.size > CODES_MAX) break;
  }
  return map;
}

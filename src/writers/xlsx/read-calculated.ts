/** What the formulas of a workbook came to, from a copy that an office program saved. */
import { decodeXml } from '../../ooxml/decode-xml.ts';
import { readZip } from '../../ooxml/read-zip.ts';
import { scanXml } from '../../ooxml/scan-xml.ts';
import type { CellError, ErrorCode, Scalar } from '../../spreadsheet/formula-tree.ts';

const ERRORS = new Set<string>(['#DIV/0!', '#N/A', '#REF!', '#NAME?', '#NULL!', '#NUM!', '#VALUE!']);

/**
 * Values of formula cells by name (`B5`), for each sheet in its order. @param sheets how many there are
 * @throws Refusal file_rejected where the copy is damaged
 */
export function readCalculated(copy: Uint8Array, sheets: number): Map<string, Scalar>[] {
  const { parts } = readZip(copy);
  return Array.from({ length: sheets }, (_, i) => {
    const part = parts.get(`xl/worksheets/sheet${i + 1}.xml`);
    return part ? readSheet(decodeXml(part.read()).text) : new Map<string, Scalar>();
  });
}

function readSheet(source: string): Map<string, Scalar> {
  const values = new Map<string, Scalar>();
  let cell = { name: '', type: '', formula: false };
  let open = '';
  let text = '';
  scanXml(source, {
    open(element) {
      open = element.local;
      if (open === 'c') {
        const of = (name: string): string => element.attributes.find((attribute) => attribute.local === name)?.value ?? '';
        cell = { name: of('r'), type: of('t'), formula: false };
        text = '';
      } else if (open === 'f') cell.formula = true;
    },
    text(value) {
      if (open === 'v') text += value;
    },
    close() {
      if (open === 'v' && cell.formula) {
        const value = scalarOf(cell.type, text);
        if (value !== undefined) values.set(cell.name, value);
      }
      open = '';
    },
  });
  return values;
}

function scalarOf(type: string, text: string): Scalar | undefined {
  switch (type) {
    case 'str':
      return text;
    case 'b':
      return text === '1';
    case 'e':
      return { error: ERRORS.has(text) ? (text as ErrorCode) : '#VALUE!' } satisfies CellError;
    case '':
    case 'n':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    default:
      return undefined;
  }
}

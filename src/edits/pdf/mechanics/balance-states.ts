/**
 * Graphics states that a page saves and restores (`q`, `Q`, ISO 32000-1 §8.4.2). Many programs write pages on which the two do not match:
 * readers pass over a `Q` too many, and end with the page what is still open. What is drawn on such a page afterwards would be in the wrong
 * place, and what is put around its content would change how it looks.
 */
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { readOperators, type Operator } from './content-tokens.ts';
import { name, pageContent } from './pdf-file.ts';

/** The content without the `Q` that restore nothing, and with the ends that it lacks; the same bytes where nothing is wrong. */
export function balancedContent(content: Uint8Array): Uint8Array {
  let operators: Operator[];
  try {
    operators = readOperators(content);
  } catch {
    // what cannot be read stays as it is
    return content;
  }
  let depth = 0;
  let inText = false;
  const surplus: Operator[] = [];
  for (const operator of operators) {
    if (operator.op === 'q') depth++;
    else if (operator.op === 'BT') inText = true;
    else if (operator.op === 'ET') inText = false;
    else if (operator.op === 'Q' && depth > 0) depth--;
    else if (operator.op === 'Q') surplus.push(operator);
  }
  if (surplus.length === 0 && depth === 0 && !inText) return content;
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of surplus) {
    pieces.push(content.subarray(at, start));
    at = end;
  }
  return Buffer.concat([...pieces, content.subarray(at), Buffer.from(`\n${inText ? 'ET\n' : ''}${'Q\n'.repeat(depth)}`)]);
}

/** To be called before something is drawn on a page that was there. */
export function balancePage({ context }: PDFDocument, page: PDFPage): void {
  const content = pageContent(page);
  if (content === null) return;
  const balanced = balancedContent(content);
  if (balanced !== content) page.node.set(name('Contents'), context.register(context.flateStream(balanced)));
}

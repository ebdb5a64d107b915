/**
 * Graphics states that a page saves and restores (`q`, `Q`, ISO 32000-1 §8.4.2). Many programs write pages on which the two do not match:
 * readers pass over a `Q` too many, and end with the page what is still open. What is drawn on such a page afterwards would be in the wrong
 * place, and what is put around its content would change how it looks.
 */
import { PDFArray, PDFRawStream, PDFStream, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { readOperators, type Operator } from './content-tokens.ts';
import { name, pageContent } from './pdf-file.ts';

/** null where the content cannot be read. */
function operatorsOf(content: Uint8Array): Operator[] | null {
  try {
    return readOperators(content);
  } catch {
    return null;
  }
}

/** The content without the `Q` that restore nothing, and with the ends that it lacks; the same bytes where nothing is wrong, or nothing can be read. */
export function balancedContent(content: Uint8Array): Uint8Array {
  const operators = operatorsOf(content);
  if (operators === null) return content;
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

/**
 * Whether the content ends within a text, an array or a picture that nothing closes: readers take whatever follows for a part of it. Fuzzed and
 * cut off files have such pages.
 */
export function isCutOff(content: Uint8Array): boolean {
  const operators = operatorsOf(content);
  if (operators === null) return true;
  const last = operators.at(-1);
  const rest = Buffer.from(content.subarray(last?.end ?? 0)).toString('latin1');
  // an operand without its operator, but for numbers and names, which swallow nothing
  if (/[([<]/.test(rest.replaceAll(/%[^\r\n]*/g, ''))) return true;
  return last?.op === 'EI' && !/\bEI\s*$/.test(Buffer.from(content.subarray(-16)).toString('latin1'));
}

/**
 * The content of the page as a form XObject (ISO 32000-1 §8.10), drawn by a content that has nothing else: whatever is broken in it ends
 * with it. It is drawn as before, with the resources that it had.
 */
function isolate({ context }: PDFDocument, page: PDFPage, streams: readonly PDFStream[]): void {
  const media = page.getMediaBox();
  const forms = streams.map((stream) => {
    const form = context.obj({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [media.x, media.y, media.x + media.width, media.y + media.height],
    });
    for (const key of ['Filter', 'DecodeParms', 'F', 'DP']) {
      const value = stream.dict.get(name(key));
      if (value !== undefined) form.set(name(key), value);
    }
    const resources = page.node.getInheritableAttribute(name('Resources'));
    if (resources !== undefined) form.set(name('Resources'), resources);
    return context.register(PDFRawStream.of(form, stream.getContents()));
  });
  page.node.set(name('Resources'), context.obj({ XObject: Object.fromEntries(forms.map((form, at) => [`Page${at}`, form])) }));
  const drawn = forms.map((_, at) => `q /Page${at} Do Q\n`).join('');
  page.node.set(name('Contents'), context.register(context.flateStream(drawn)));
}

/** To be called before something is drawn on a page that was there. */
export function balancePage(document: PDFDocument, page: PDFPage): void {
  const { context } = document;
  const content = pageContent(page);
  if (content !== null && !isCutOff(content)) {
    const balanced = balancedContent(content);
    if (balanced !== content) page.node.set(name('Contents'), context.register(context.flateStream(balanced)));
    return;
  }
  const contents = page.node.lookup(name('Contents'));
  const all = contents instanceof PDFArray ? contents.asArray().map((one) => context.lookup(one)) : [contents];
  const streams = all.filter((one) => one instanceof PDFStream);
  // readers find their way through one stream that cannot be unpacked; through several joined ones only if each can be
  if (content !== null) isolate(document, page, [context.flateStream(content)]);
  else if (streams.length === 1) isolate(document, page, streams);
}

/** What is wrong with a text as far as that shows before anything is rendered: what its reader, its layout and its canvases say. */
import { Refusal } from '../../base/refusal.ts';
import type { Note } from '../../base/note.ts';
import type { Draft, MadeFormat } from '../../review/define-rule.ts';
import { reviewContent } from '../../review/review.ts';
import { buildDocx } from '../../writers/docx.ts';
import { languagesOf, loadLanguages } from '../../writers/highlight.ts';
import { planDeck } from '../../writers/pptx.ts';
import { writeTypst } from '../../writers/typst.ts';
import { planWorkbook } from '../../writers/xlsx.ts';
import type { MakeInput } from '../make.ts';
import { composeDraft } from './compose-draft.ts';
import { readContent } from './lay-out.ts';

function writersNotes({ document, look }: Draft, format: MadeFormat): Note[] {
  switch (format) {
    case 'pptx':
      return planDeck(document, look).notes;
    case 'xlsx':
      return planWorkbook(document, look).notes;
    case 'docx':
      return buildDocx(document, look, { created: new Date(0) }).notes;
    case 'pdf':
      return writeTypst(document, look).notes;
  }
}

async function check(input: MakeInput): Promise<Note[]> {
  const { format } = input;
  try {
    const { content, notes } = readContent(input);
    await loadLanguages(languagesOf(content.blocks));
    const { document, look } = composeDraft(input, content);
    const found = reviewContent({ document, look }, format).map(({ finding: { code, severity, message, location } }): Note => ({
      code,
      severity: severity === 'info' ? 'info' : 'warning',
      message,
      ...(location.block_id === undefined ? {} : { blockId: location.block_id }),
    }));
    return [...notes, ...writersNotes({ document, look }, format), ...found];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ code: 'section_empty', severity: 'warning', message: error.message }];
  }
}

const KEPT = 4;

/**
 * A check that remembers its last texts: each is asked for before a change and after it.
 * Errors count as warnings here: they are found again, as what they are, when the text is rendered.
 */
export function createTextCheck(): (key: string, input: MakeInput) => Promise<Note[]> {
  const checked = new Map<string, Promise<Note[]>>();
  return (key, input) => {
    const notes = checked.get(key) ?? check(input);
    checked.set(key, notes);
    for (const old of [...checked.keys()].slice(0, -KEPT)) checked.delete(old);
    return notes;
  };
}

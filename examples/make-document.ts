/** What every framework below gives its model: one tool that makes a document at the service of `OCTAVO_BASE_URL`, with the key `OCTAVO_API_KEY`. */
export const DESCRIPTION =
  'Makes a Word, PowerPoint, Excel or PDF file of Markdown and answers its status, pages and links to its files. Begin with one heading of level 1. A presentation has ::slide{title="…"} before each slide, a workbook "# Sheet: Name" before each sheet.';

/** JSON Schema of what the tool takes. */
export const PARAMETERS = {
  type: 'object' as const,
  properties: {
    format: { type: 'string' as const, enum: ['docx', 'pptx', 'xlsx', 'pdf'] as string[], description: 'The kind of file.' },
    name: { type: 'string' as const, description: 'A name for the file, without its ending.' },
    markdown: { type: 'string' as const, description: 'The whole text of the document.' },
  },
  required: ['format', 'markdown'],
  additionalProperties: false,
};

export interface Wanted {
  format: 'docx' | 'pptx' | 'xlsx' | 'pdf';
  name?: string | undefined;
  markdown: string;
}

interface Answer {
  id?: string;
  status?: string;
  pages?: number;
  outputs?: { kind: string; url: string }[];
  detail?: string;
}

/** Waits for the document. A refusal is an answer too: it names the field and the repair, so that the model can correct itself. */
export async function makeDocument({ format, name, markdown }: Wanted): Promise<string> {
  const base = process.env['OCTAVO_BASE_URL'] ?? 'http://127.0.0.1:8080';
  const answer = await fetch(`${base.replace(/\/v1$/, '')}/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env['OCTAVO_API_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format, ...(name === undefined ? {} : { name }), content: { markdown } }),
  });
  const { id, status, pages, outputs, detail } = (await answer.json()) as Answer;
  if (!answer.ok) return `Refused: ${detail}`;
  const files = outputs?.filter(({ kind }) => kind !== 'preview').map(({ kind, url }) => ({ kind, url }));
  return JSON.stringify({ id, status, pages, files });
}

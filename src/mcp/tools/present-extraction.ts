/** What was read of a file, as an agent is told: how much there is, what to know of it, and the part that was asked for. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { extractionSchema } from '../../contract/file.ts';

type Extraction = z.infer<typeof extractionSchema>;
type Part = CallToolResult['content'][number];

/** What is shown of the text: from a character on, so many. */
export interface Window {
  offset: number;
  maxChars: number;
}

const NOTES_MAX = 30;
const PICTURES_MAX = 12;
/** Characters of base64 of all pictures of an answer. */
const PICTURE_CHARS_MAX = 8_000_000;
/** What clients can show to a model. */
const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What was asked for beside the text stands in its place, a table or a block on each line; else the text, or its outline. */
function bodyOf({ markdown, blocks, tables, layout }: Extraction): string {
  const lines = [
    ...(blocks ? [JSON.stringify(blocks)] : []),
    ...(tables ? [`${counted(tables.length, 'table')}:`, ...tables.map((table) => JSON.stringify(table))] : []),
    ...(layout
      ? [
          `Pages: ${JSON.stringify(layout.pages)}`,
          'Blocks, boxes in points from the upper left:',
          ...layout.blocks.map((one) => JSON.stringify(one)),
        ]
      : []),
  ];
  return lines.length === 0 ? markdown : lines.join('\n');
}

function notesOf({ notes, truncated, chars, markdown, model }: Extraction): string {
  const lines = notes.slice(0, NOTES_MAX).map(({ severity, code, message }) => `- ${severity} ${code}: ${message}`);
  if (notes.length > NOTES_MAX) lines.push(`- ${notes.length - NOTES_MAX} more notes are not shown`);
  if (truncated) lines.push(`- warning: the text has ${chars} characters and was cut at ${markdown.length}; read the rest with pages`);
  if (model) lines.push(`- info: pictures were described by ${model.name}; nobody has checked what it says`);
  return lines.length === 0 ? '' : ['Notes:', ...lines].join('\n');
}

/** Each picture behind its name, as far as the answer has room; the others by their names alone. */
function picturesOf({ pictures }: Extraction): Part[] {
  if (!pictures) return [];
  const parts: Part[] = [{ type: 'text', text: `${counted(pictures.length, 'picture')}:` }];
  let room = PICTURE_CHARS_MAX;
  let shown = 0;
  for (const { name, page, content_type: mimeType, alt, data } of pictures) {
    const isShown = SHOWN_TYPES.has(mimeType) && shown < PICTURES_MAX && data.length <= room;
    const words = [name, page === null ? '' : `page ${page}`, mimeType, alt].filter(Boolean).join(', ');
    parts.push({ type: 'text', text: isShown ? words : `${words} (not shown)` });
    if (!isShown) continue;
    parts.push({ type: 'image', data, mimeType });
    shown += 1;
    room -= data.length;
  }
  return parts;
}

/** The answer of the tool `read_file`. */
export function presentExtraction(read: Extraction, { offset, maxChars }: Window): CallToolResult {
  const whole = bodyOf(read);
  const end = offset + maxChars;
  const count = read.pages === null ? '' : `, ${read.pages} pages, slides or sheets`;
  const rest = end < whole.length ? `\n[${whole.length - end} more characters: read on with offset ${end}]` : '';
  const said = [`[${read.format}${count}, ${whole.length} characters]`, offset === 0 ? notesOf(read) : '', whole.slice(offset, end) + rest];
  const pictures = offset === 0 ? picturesOf(read) : [];
  return { content: [{ type: 'text', text: said.filter(Boolean).join('\n') }, ...pictures] };
}

/** Tools for documents that exist: find, look, cancel, save. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { documentListSchema, documentSchema } from '../../contract/document.ts';
import { FORMATS, OPERATIONS, STATUSES } from '../../contract/vocabulary.ts';
import { ApiProblem, askJson, getDocument, waitForDocument } from '../api-client.ts';
import { presentDocument } from '../present-document.ts';
import { download, saveOutput } from '../save-output.ts';
import { answering, progressOf, text, waitField, type ToolContext } from '../tool-context.ts';

const documentField = z.string().describe('Id of a document: doc_…');
const LOOK_PAGES_MAX = 6;
const LIST_MAX = 100;

function addGet(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'get_document',
    {
      title: 'Get a document',
      description:
        'The state of a document, with its report and fresh addresses of its files, which are valid for five minutes. Waits where it is not finished.',
      inputSchema: { document: documentField, wait_seconds: waitField },
      annotations: { readOnlyHint: true },
    },
    ({ document, wait_seconds }, extra) =>
      answering(async () => {
        const options = { waitMs: wait_seconds * 1_000, progress: progressOf(extra), signal: extra.signal };
        return presentDocument(context, await waitForDocument(context.call, await getDocument(context.call, document), options));
      }),
  );
}

function addList(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'list_documents',
    {
      title: 'List documents',
      description: 'Documents of the project, newest first.',
      inputSchema: {
        limit: z.number().int().min(1).max(LIST_MAX).default(20),
        after: z.string().optional().describe('Id of the last document of the page before.'),
        status: z.enum(STATUSES).optional(),
        format: z.enum(FORMATS).optional(),
        operation: z.enum(OPERATIONS).optional(),
      },
      annotations: { readOnlyHint: true },
    },
    (query) =>
      answering(async () => {
        const asked = Object.entries(query).flatMap(([key, value]): [string, string][] =>
          value === undefined ? [] : [[key, String(value)]],
        );
        const path = `/v1/documents?${new URLSearchParams(asked).toString()}`;
        const { data, has_more } = await askJson(context.call, { method: 'GET', path }, documentListSchema);
        const lines = data.map(
          ({ id, name, operation, format, status, created_at }) =>
            `${id} · ${operation} · ${format ?? 'format open'} · ${status} · ${created_at}${name === null ? '' : ` · ${name}`}`,
        );
        const more = has_more ? `There are more: ask again with after "${data.at(-1)?.id ?? ''}".` : '';
        return text(...(lines.length === 0 ? ['There are none.'] : lines), more);
      }),
  );
}

async function lookAt(context: ToolContext, id: string, pages: readonly number[]): Promise<CallToolResult> {
  const document = await getDocument(context.call, id);
  const previews = (document.outputs ?? []).filter(({ kind }) => kind === 'preview');
  if (previews.length === 0) throw new ApiProblem('document_not_ready', `${id} is ${document.status} and has no pictures of its pages.`);
  const wanted = pages.length === 0 ? previews.slice(0, LOOK_PAGES_MAX).map(({ page }) => page ?? 1) : pages;
  const found = wanted.map((page) => {
    const preview = previews.find((one) => one.page === page);
    if (preview === undefined) throw new ApiProblem('input_invalid', `${id} has the pages 1 to ${previews.length}, and no page ${page}.`);
    return preview;
  });
  const pictures = await Promise.all(found.map((preview) => download(context, preview)));
  return {
    content: found.flatMap((preview, i) => [
      { type: 'text' as const, text: `Page ${preview.page ?? i + 1} of ${previews.length}:` },
      { type: 'image' as const, data: Buffer.from(pictures[i] ?? []).toString('base64'), mimeType: preview.content_type },
    ]),
  };
}

function addLook(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'look_at_pages',
    {
      title: 'Look at pages',
      description: `Pictures of the pages, slides or sheets of a finished document, as its reader sees them: at most ${LOOK_PAGES_MAX} at once.`,
      inputSchema: {
        document: documentField,
        pages: z
          .array(z.number().int().min(1))
          .max(LOOK_PAGES_MAX)
          .default([])
          .describe(`Page numbers; the first ${LOOK_PAGES_MAX} where absent.`),
      },
      annotations: { readOnlyHint: true },
    },
    ({ document, pages }) => answering(() => lookAt(context, document, pages)),
  );
}

function addCancel(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'cancel_document',
    {
      title: 'Cancel a document',
      description: 'Ends the work on a document that is not finished. It is not charged.',
      inputSchema: { document: documentField },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ document }) =>
      answering(async () => {
        const path = `/v1/documents/${encodeURIComponent(document)}/cancel`;
        return presentDocument(context, await askJson(context.call, { method: 'POST', path }, documentSchema));
      }),
  );
}

function addSave(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'save_document',
    {
      title: 'Save a document',
      description:
        'Writes the file of a finished document to this machine. The ending of the path chooses among its files, for example .docx or .pdf.',
      inputSchema: { document: documentField, path: z.string().describe('Where to write it; a file that exists is replaced.') },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ document, path }) =>
      answering(async () => text(`Written to ${await saveOutput(context, await getDocument(context.call, document), path)}.`)),
  );
}

/** Adds `get_document`, `list_documents`, `look_at_pages`, `cancel_document` and, on the client's own machine, `save_document`. */
export function addFindingTools(server: McpServer, context: ToolContext): void {
  addGet(server, context);
  addList(server, context);
  addLook(server, context);
  addCancel(server, context);
  if (context.local !== null) addSave(server, context);
}

/** Tools that make a document: create, edit, review. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { documentSchema, type PublicDocument } from '../../contract/document.ts';
import { FILL_FORMATS, FILL_MISSING, fillDryRunSchema } from '../../contract/fill.ts';
import { FORMATS, QUALITIES, QUALITY_LEVELS, RETENTIONS, STORAGES } from '../../contract/vocabulary.ts';
import { ApiProblem, ask, askJson, getDocument, waitForDocument } from '../api-client.ts';
import { presentDocument } from '../present-document.ts';
import { saveOutput } from '../save-output.ts';
import { answering, fileField, progressOf, referenceOf, text, waitField, type Extra, type ToolContext } from '../tool-context.ts';

const common = {
  name: z.string().optional().describe('Name of the document and of its files.'),
  metadata: z.record(z.string(), z.string()).optional().describe('Labels of your own.'),
  retention: z.enum(RETENTIONS).optional().describe('How long the content is kept; the setting of the project where absent.'),
  wait_seconds: waitField,
};
const saveField = z.string().optional().describe('Path of a local file that the finished document is written to.');

/** What only a server on the client's own machine can offer. */
const localFields = ({ local }: ToolContext): { save_to?: typeof saveField } => (local === null ? {} : { save_to: saveField });

interface Wanted {
  wait_seconds: number;
  save_to?: string | undefined;
}

async function finish(context: ToolContext, begun: PublicDocument, wanted: Wanted, extra: Extra): Promise<CallToolResult> {
  const options = { waitMs: wanted.wait_seconds * 1_000, progress: progressOf(extra), signal: extra.signal };
  const document = await waitForDocument(context.call, begun, options);
  if (wanted.save_to === undefined || (document.outputs ?? []).length === 0) return presentDocument(context, document);
  return presentDocument(context, document, [`Written to ${await saveOutput(context, document, wanted.save_to)}.`]);
}

const submit = (context: ToolContext, body: object): Promise<PublicDocument> =>
  askJson(context.call, { method: 'POST', path: '/v1/documents', body: { ...body, background: true } }, documentSchema);

function addCreate(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'create_document',
    {
      title: 'Create a document',
      description:
        'Makes a Word file, presentation, workbook, PDF or web page, laid out and checked, with a picture of every page. Give either markdown (your own text, kept word for word; needs no model of the service) or prompt (the service writes the text). With markdown, read the guide "markdown" once (read_guide): headings, tables with live formulas, charts, callouts, columns, key figures, slides, canvases and diagrams have syntax of their own. The answer lists what was checked, what was repaired and what is left; look at the pages with look_at_pages before you hand the document on.',
      inputSchema: {
        format: z.enum(FORMATS).optional().describe('The kind of file; required with markdown.'),
        markdown: z
          .string()
          .optional()
          .describe('The text of the document in Markdown, front matter allowed. Pictures of sources are ![caption](img:1).'),
        prompt: z
          .string()
          .optional()
          .describe('What to write, with all conditions (length, languages, parts, figures) that it has to meet.'),
        style: z.string().optional().describe('The look in free words, or as JSON the style object of the guide "style".'),
        sources: z
          .array(fileField(context))
          .max(15)
          .optional()
          .describe('Material to write from, and pictures: at most 5 documents and 10 pictures.'),
        quality: z
          .enum(QUALITIES)
          .optional()
          .describe('auto where absent. standard and best are drawn, looked at and corrected by an agent.'),
        max_quality: z.enum(QUALITY_LEVELS).optional().describe('With quality auto: the highest level that may be chosen.'),
        artifact_storage: z.enum(STORAGES).optional().describe('Web pages only: where the page keeps its data.'),
        ...common,
        ...localFields(context),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ markdown, sources, artifact_storage, wait_seconds, save_to, ...rest }, extra) =>
      answering(async () => {
        const body = {
          ...rest,
          operation: 'create',
          ...(markdown === undefined ? {} : { content: { markdown } }),
          ...(sources === undefined ? {} : { sources: await Promise.all(sources.map((file) => referenceOf(context, file))) }),
          ...(artifact_storage === undefined ? {} : { artifact: { storage: artifact_storage } }),
        };
        return finish(context, await submit(context, body), { wait_seconds, save_to }, extra);
      }),
  );
}

/** The document that an edit by operations gives, as soon as its id is known. @throws ApiProblem */
async function submitOperations(context: ToolContext, body: object, signal: AbortSignal): Promise<PublicDocument> {
  // the answer comes with the finished document; its id is in the headers, which are sent before a long one
  const answer = await ask(context.call, { method: 'POST', path: '/v1/edits', body, signal });
  const id = answer.headers.get('document-id');
  await answer.body?.cancel();
  if (id === null) throw new ApiProblem('internal_error', 'The service did not name the edited document.');
  return getDocument(context.call, id);
}

function addEdit(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'edit_document',
    {
      title: 'Edit a document',
      description:
        'Changes a Word, PowerPoint, Excel or PDF file and nothing else in it; the result is a new document with a proof of what changed. Give either operations (exact and free of any model; read the guide "editing" once, and the addresses of the file with read_file and addresses true) or prompt (what to change, in words; the service plans the operations). Operations that cannot be done are rejected one by one with the addresses that may have been meant.',
      inputSchema: {
        file: fileField(context).describe('The file to change; it stays as it is.'),
        operations: z
          .array(z.looseObject({ op: z.string() }))
          .optional()
          .describe('For example [{"op": "replace_text", "find": "ten days", "replace": "thirty days"}].'),
        prompt: z.string().optional().describe('What to change, in words.'),
        tracked: z.boolean().optional().describe('Word, with operations: as tracked changes.'),
        style: z.string().optional().describe('With prompt: how it is to look.'),
        quality: z.enum(QUALITIES).optional().describe('With prompt.'),
        ...common,
        ...localFields(context),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ file, operations, tracked, wait_seconds, save_to, ...rest }, extra) =>
      answering(async () => {
        if ((operations === undefined) === (rest.prompt === undefined))
          throw new ApiProblem('input_invalid', 'Give either operations or prompt.');
        const reference = await referenceOf(context, file);
        const begun =
          operations === undefined
            ? await submit(context, { ...rest, operation: 'edit', file: reference })
            : await submitOperations(context, { ...rest, file: reference, operations, mode: tracked ? 'tracked' : 'direct' }, extra.signal);
        return finish(context, begun, { wait_seconds, save_to }, extra);
      }),
  );
}

function addReview(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'review_document',
    {
      title: 'Review a document',
      description:
        'Looks a Word, PowerPoint, Excel or PDF file through (structure, layout as drawn, accessibility, figures, formulas, contrast), repairs what is safe to repair in a copy, and lists what is left with its place. Needs no model.',
      inputSchema: {
        file: fileField(context).describe('The file to look through; it stays as it is.'),
        ...common,
        ...localFields(context),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ file, wait_seconds, save_to, ...rest }, extra) =>
      answering(async () => {
        const begun = await submit(context, { ...rest, operation: 'review', file: await referenceOf(context, file) });
        return finish(context, begun, { wait_seconds, save_to }, extra);
      }),
  );
}

function addFill(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'fill_template',
    {
      title: 'Fill a template',
      description:
        'Fills the tags of a Word, PowerPoint or Excel template ({{customer.name}}, {{#items}} … {{/items}}, formatters; read the guide "templates") with data, and changes nothing else of it. Without data it answers what the template expects, as a JSON Schema. Needs no model.',
      inputSchema: {
        file: fileField(context).describe('The template; it stays as it is.'),
        data: z.record(z.string(), z.json()).optional().describe('What the tags name. Absent: say what is expected; nothing is made.'),
        missing: z.enum(FILL_MISSING).optional().describe('What a value that the data does not have becomes; error where absent.'),
        language: z
          .string()
          .optional()
          .describe('How numbers and dates are written, such as de or pt-BR; that of the template where absent.'),
        format: z.enum(FILL_FORMATS).optional().describe('pdf gives the PDF alone.'),
        ...common,
        ...localFields(context),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ file, wait_seconds, save_to, ...rest }, extra) =>
      answering(async () => {
        const body = { ...rest, file: await referenceOf(context, file) };
        const ask = { method: 'POST' as const, path: '/v1/fill' };
        if (rest.data === undefined) {
          const wanted = await askJson(context.call, { ...ask, body: { file: body.file, dry_run: true } }, fillDryRunSchema);
          return text(JSON.stringify({ tags: wanted.tags, faults: wanted.faults, data_schema: wanted.data_schema }, null, 1));
        }
        const begun = await askJson(context.call, { ...ask, body: { ...body, background: true } }, documentSchema);
        return finish(context, begun, { wait_seconds, save_to }, extra);
      }),
  );
}

/** Adds `create_document`, `edit_document`, `review_document` and `fill_template`. */
export function addMakingTools(server: McpServer, context: ToolContext): void {
  addCreate(server, context);
  addFill(server, context);
  addEdit(server, context);
  addReview(server, context);
}

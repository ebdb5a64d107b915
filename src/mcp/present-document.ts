/** A document as a model reads it: what it is, what was found, what to do next, and where its files are. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { PublicDocument } from '../contract/document.ts';
import { reportSchema, type Report } from '../contract/report.ts';
import { askJson, isFinal } from './api-client.ts';
import type { ToolContext } from './tool-context.ts';

const FINDINGS_MAX = 20;

/** Address of an output among the resources. */
export const outputUri = (documentId: string, outputId: string): string => `octavo://documents/${documentId}/outputs/${outputId}`;

/** The report of a document that has one. @throws ApiProblem */
const readReport = ({ call }: ToolContext, id: string): Promise<Report> =>
  askJson(call, { method: 'GET', path: `/v1/documents/${encodeURIComponent(id)}/report` }, reportSchema);

function headOf(document: PublicDocument): string {
  const { id, status, format, pages, error } = document;
  const what = [format, pages === null ? null : `${pages} ${pages === 1 ? 'page' : 'pages'}`].filter(Boolean).join(', ');
  const kind = what === '' ? '' : ` (${what})`;
  if (status === 'failed') return `Document ${id} failed${kind}. ${error?.code ?? 'processing_failed'}: ${error?.message ?? ''}`;
  if (!isFinal(document)) return `Document ${id}${kind} is ${status}. Ask again with get_document, document "${id}".`;
  return `Document ${id}${kind} is ${status}.`;
}

function editLine({ op, target, status, message, candidates = [] }: Report['edits'][number]): string {
  const meant = candidates.length === 0 ? '' : ` Perhaps meant: ${candidates.join(', ')}.`;
  return `- ${op}${target === null ? '' : ` at ${target}`}: ${status}${message === undefined ? '' : `. ${message}`}${meant}`;
}

function linesOf(report: Report): string[] {
  const { findings, resolved } = report.validation;
  const shown = findings.filter(({ severity }) => severity !== 'info');
  const more = shown.length - FINDINGS_MAX;
  const unmet = (report.requirements ?? []).filter(({ status }) => status !== 'met');
  const { unsupported } = report.style;
  return [
    report.summary,
    ...shown.slice(0, FINDINGS_MAX).map(({ severity, code, message }) => `- ${severity} ${code}: ${message}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    ...(resolved.length > 0 ? [`Repaired: ${resolved.map(({ code }) => code).join(', ')}.`] : []),
    ...unmet.map(({ status, text: words, evidence }) => `- requirement ${status}: ${words} (${evidence})`),
    ...(report.notes ?? []).map(({ message }) => `- note: ${message}`),
    ...(unsupported.length > 0 ? [`Of the style this could not be done: ${unsupported.join('; ')}.`] : []),
    ...report.edits.map(editLine),
  ];
}

const linkOf = (document: PublicDocument, output: NonNullable<PublicDocument['outputs']>[number]): ContentBlock => ({
  type: 'resource_link',
  uri: outputUri(document.id, output.id),
  name: `${document.name ?? 'document'}.${output.kind}`,
  mimeType: output.content_type,
  size: output.bytes,
});

/** The whole answer of a tool that made or found a document. @throws ApiProblem */
export async function presentDocument(
  context: ToolContext,
  document: PublicDocument,
  more: readonly string[] = [],
): Promise<CallToolResult> {
  const hasReport = isFinal(document) && document.status !== 'canceled' && document.content_deleted_at === null;
  const report = hasReport ? await readReport(context, document.id) : null;
  const files = (document.outputs ?? []).filter(({ kind }) => kind !== 'preview');
  const lines = [
    headOf(document),
    ...(report === null ? [] : linesOf(report)),
    ...files.map(({ kind, url, expires_at }) => `${kind}: ${url} (until ${expires_at})`),
    ...more,
    ...(files.length > 0 && document.pages !== null ? ['See its pages with look_at_pages before you hand it on.'] : []),
  ];
  return {
    content: [{ type: 'text', text: lines.join('\n') }, ...files.map((output) => linkOf(document, output))],
    structuredContent: { document: { ...document, outputs: files } },
    ...(document.status === 'failed' ? { isError: true } : {}),
  };
}

/** The job of a document → the request that asked for it, as its client would send it again. */
import type { StoredRequest } from '../contract/document.ts';
import type { DocumentJob, DocumentRecord, EditJob, FileSource } from '../ports/record.ts';

type Fields = Record<string, unknown>;

function presentReference(source: FileSource): unknown {
  if (source.kind === 'file') return source.fileId;
  if (source.kind === 'document') return source.documentId;
  if (source.kind === 'url') return { url: source.url, ...(source.filename === undefined ? {} : { filename: source.filename }) };
  return { filename: source.filename };
}

/** What a client says of each document, where it is not what holds without saying. */
function presentRecord({ name, metadata, retention }: DocumentRecord): Fields {
  return { ...(name === null ? {} : { name }), ...(Object.keys(metadata).length === 0 ? {} : { metadata }), retention };
}

function presentEdit(record: DocumentRecord, { file, changes }: EditJob): Pick<StoredRequest, 'path' | 'body'> {
  const base = { ...presentRecord(record), file: presentReference(file) };
  if ('operations' in changes) return { path: '/edits', body: { ...base, ...changes } };
  if ('data' in changes) {
    const { missing, locale } = changes;
    return { path: '/fill', body: { ...base, missing, locale } };
  }
  return { path: '/documents', body: { operation: 'edit', ...base, ...changes } };
}

function presentBody(record: DocumentRecord, job: DocumentJob): Pick<StoredRequest, 'path' | 'body'> {
  switch (job.kind) {
    case 'edit':
      return presentEdit(record, job);
    case 'review':
      return { path: '/documents', body: { operation: 'review', ...presentRecord(record), file: presentReference(job.file) } };
    case 'version':
    case 'save':
      return { path: `/documents/${record.parentId ?? record.id}/versions`, body: { file: presentReference(job.file) } };
    case 'create': {
      const { format, prompt, markdown, style, sources, quality, maxQuality } = job;
      const body: Fields = {
        ...presentRecord(record),
        format: format ?? undefined,
        prompt,
        ...(markdown === undefined ? {} : { content: { markdown } }),
        style,
        ...(sources.length === 0 ? {} : { sources: sources.map(presentReference) }),
        quality: quality === 'auto' ? undefined : quality,
        max_quality: maxQuality,
        ...(record.artifact === null ? {} : { artifact: { storage: record.artifact.storage } }),
      };
      return { path: '/documents', body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) };
    }
  }
}

/** The request of a document, without what the service added to it. */
export function presentRequest(record: DocumentRecord, job: DocumentJob): StoredRequest {
  return { object: 'request', document_id: record.id, method: 'POST', ...presentBody(record, job) };
}

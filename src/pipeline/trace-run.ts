/** Spans of one attempt at one document, and of what the renderers do for it; nothing where no collector is set. */
import type { DocumentClaim } from '../ports/job-queue.ts';
import type { SpanAttributes, Tracing } from '../ports/tracing.ts';
import type { Workshop } from './dependencies.ts';

/** How long a job had waited, in what attempt it is, and for what. */
function attributesOf({ record, job, lease }: DocumentClaim, now: Date): SpanAttributes {
  return {
    'octavo.document.id': record.id,
    'octavo.job.kind': job.kind,
    'octavo.job.attempt': lease.attempt,
    'octavo.queue.ms': now.getTime() - record.createdAt.getTime(),
    ...(record.format === null ? {} : { 'octavo.document.format': record.format }),
  };
}

/** The renderers, with a span under `parent` for each thing that is asked of them. */
function traceWorkshop(workshop: Workshop, tracing: Tracing, parent: string): Workshop {
  const traced = async <T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> => {
    const span = tracing.begin(name, { parent, kind: 'internal', attributes });
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  };
  const { office, pages, typesetter } = workshop;
  const sizeOf = (bytes: Uint8Array): SpanAttributes => ({ 'octavo.bytes': bytes.length });
  return {
    ...workshop,
    office: {
      ...office,
      toPdf: (file, options) =>
        traced('office.to_pdf', { ...sizeOf(file.bytes), 'octavo.file.kind': file.kind }, () => office.toPdf(file, options)),
      calculate: (workbook, options) => traced('office.calculate', sizeOf(workbook), () => office.calculate(workbook, options)),
      modernize: (file, options) => traced('office.modernize', sizeOf(file.bytes), () => office.modernize(file, options)),
    },
    pages: {
      ...pages,
      draw: (pdf, wishes) => traced('pages.draw', sizeOf(pdf), () => pages.draw(pdf, wishes)),
      read: (pdf, wishes) => traced('pages.read', sizeOf(pdf), () => pages.read(pdf, wishes)),
    },
    typesetter: {
      ...typesetter,
      compile: (source, options) => traced('typesetter.compile', {}, () => typesetter.compile(source, options)),
    },
  };
}

/**
 * Calls `work` with the renderers to use, in a span of the request that ordered the document.
 * @param work resolves with the status that the document ended with; null: it is made another time
 */
export async function traceRun<Status extends string>(
  { tracing, workshop, claim, now }: { tracing: Tracing | undefined; workshop: Workshop; claim: DocumentClaim; now: Date },
  work: (workshop: Workshop) => Promise<Status | null>,
): Promise<Status | null> {
  if (tracing === undefined) return work(workshop);
  const span = tracing.begin(`document ${claim.job.kind}`, {
    parent: claim.job.trace,
    kind: 'consumer',
    attributes: attributesOf(claim, now),
  });
  try {
    const status = await work(traceWorkshop(workshop, tracing, span.traceparent));
    span.end({ 'octavo.document.status': status ?? 'put back' });
    return status;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

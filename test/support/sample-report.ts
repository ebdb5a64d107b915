/** A whole report in which nothing was found, with what a test says of it. */
import type { Report } from '../../src/contract/report.ts';

export const sampleReport = (parts: Partial<Report> = {}): Report => ({
  object: 'report',
  document_id: 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D4',
  operation: 'create',
  summary: 'A report of 1 page as docx, nothing to look at.',
  route: null,
  quality: null,
  style: { applied: null, unsupported: [] },
  design: { source: null, copied: [], not_copied: [], fonts: [] },
  validation: { errors: 0, warnings: 0, info: 0, findings: [], resolved: [] },
  repairs: [],
  edits: [],
  sources: [],
  integrity: null,
  accessibility: null,
  timings_ms: {},
  cost: { amount: 0, currency: 'EUR' },
  ...parts,
});

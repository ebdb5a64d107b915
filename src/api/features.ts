/** What the contract describes and this deployment does not do: one clear sentence for `501 feature_unavailable`. */
import { Refusal } from '../base/refusal.ts';
import type { Format, Operation } from '../ports/record.ts';
import type { DocumentRequest } from './document-request.ts';

export interface Features {
  operations: readonly Operation[];
  formats: readonly Format[];
  /** Whether a model is set up. */
  model: boolean;
}

/** What stands today. */
export const BUILT_FEATURES: Features = { operations: ['create'], formats: ['docx', 'pdf'], model: false };

/** @throws Refusal feature_unavailable for the first thing in the request that is not there */
export function refuseMissingFeatures(request: DocumentRequest, features: Features): void {
  const missing = describeMissing(request, features);
  if (missing !== null) throw new Refusal('feature_unavailable', missing.message, { errors: [missing] });
}

function describeMissing(request: DocumentRequest, features: Features): { path: string; message: string } | null {
  if (!features.operations.includes(request.operation)) {
    return { path: '/operation', message: `The operation ${request.operation} is not available yet; ${features.operations.join(', ')} is.` };
  }
  if (request.format !== undefined && !features.formats.includes(request.format)) {
    return { path: '/format', message: `The format ${request.format} is not available yet; ${features.formats.join(' and ')} are.` };
  }
  if (features.model) return null;
  if (request.prompt !== undefined) return { path: '/prompt', message: 'Writing from a prompt needs a model, and none is set up here; send content.markdown.' };
  if (request.style !== undefined) return { path: '/style', message: 'Styles in free words need a model, and none is set up here; leave style out.' };
  if (request.quality === 'standard' || request.quality === 'best') {
    return { path: '/quality', message: `The quality ${request.quality} needs a model, and none is set up here; use auto or fast.` };
  }
  return null;
}

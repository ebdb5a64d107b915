/** What this deployment does not offer, refused before anything of the request is looked at. */
import { readLookWords } from '../../agent/look-words.ts';
import type { Refusal } from '../../base/refusal.ts';
import { readStyle } from '../../document/style.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import { refuseAt } from './find-own.ts';

const unavailable = (path: string, message: string): Refusal => refuseAt('feature_unavailable', message, path);

/** A style object needs no model, nor does a wish for the look of a source that says nothing else. */
export const isInWords = (style: string | undefined): boolean =>
  style !== undefined && readStyle(style).kind === 'words' && readLookWords(style)?.rest !== '';

/** @throws Refusal feature_unavailable */
export function checkFeatures({ model }: PipelineDependencies, { operation, prompt, style, quality }: DocumentRequest): void {
  if (!model && prompt !== undefined)
    throw unavailable(
      '/prompt',
      operation === 'edit'
        ? 'No model is configured in this deployment, which an edit in words needs; send typed operations to POST /v1/edits, which needs none.'
        : 'No model is configured in this deployment, which a prompt needs; send your own Markdown as content.markdown.',
    );
  if (model) return;
  if (isInWords(style))
    throw unavailable(
      '/style',
      'A style in words needs a model, and none is configured in this deployment; send a style object as JSON, such as {"font": "Georgia", "colors": {"accent": "1B5E9C"}}.',
    );
  if (quality === 'standard' || quality === 'best')
    throw unavailable('/quality', `Quality ${quality} needs a model, and none is configured in this deployment; use auto or fast.`);
}

/** Rules between the fields of `POST /documents` (decisions §8 "Requests"), each breach at the pointer of the field at fault. */
import { append } from '../base/append.ts';
import type { FieldError } from '../base/refusal.ts';

type Body = ReadonlyMap<string, unknown>;

const NOT_FOR_REVIEW = ['prompt', 'content', 'style', 'format', 'quality', 'max_quality', 'sources', 'artifact'];

/** @param known errors of single fields; a field that is wrong by itself is not blamed twice */
export function findConflicts(body: Body, known: readonly FieldError[]): FieldError[] {
  const operation = body.get('operation') ?? 'create';
  const found: FieldError[] = [];
  if (operation === 'create') append(found, findCreateConflicts(body));
  if (operation === 'review') append(found, findReviewConflicts(body));
  if (operation === 'edit') append(found, findEditConflicts(body));
  if (operation !== 'review') found.push(...findQualityConflicts(body), ...findArtifactConflicts(body));
  const blamed = new Set(known.map((error) => error.path));
  return found.filter((error) => !blamed.has(error.path));
}

function findCreateConflicts(body: Body): FieldError[] {
  const found: FieldError[] = [];
  if (body.has('prompt') === body.has('content')) {
    const message = body.has('prompt')
      ? 'create takes exactly one of prompt and content; leave one of them out.'
      : 'create takes exactly one of prompt and content; send one of them.';
    found.push({ path: '/content', message }, { path: '/prompt', message });
  }
  if (body.has('file')) found.push({ path: '/file', message: 'file is for review and edit; for create, name files in sources.' });
  const sources = body.get('sources');
  // a style may ask for the look of one of them
  if (body.has('content') && !body.has('prompt') && !body.has('style') && Array.isArray(sources)) {
    for (const [index, source] of sources.entries()) {
      if (typeof source !== 'string' || !source.startsWith('doc_')) continue;
      found.push({ path: `/sources/${index}`, message: 'Documents as sources need a prompt; with content, sources may be pictures only.' });
    }
  }
  return found;
}

function findReviewConflicts(body: Body): FieldError[] {
  const found = NOT_FOR_REVIEW.filter((name) => body.has(name)).map((name) => ({
    path: `/${name}`,
    message: `review takes no ${name}; leave it out.`,
  }));
  if (!body.has('file')) found.push({ path: '/file', message: 'review needs the file to work on.' });
  return found;
}

function findEditConflicts(body: Body): FieldError[] {
  const found: FieldError[] = [];
  if (!body.has('file')) found.push({ path: '/file', message: 'edit needs the file to work on.' });
  if (!body.has('prompt')) found.push({ path: '/prompt', message: 'edit needs a prompt that says what to change.' });
  if (body.has('content')) found.push({ path: '/content', message: 'edit takes file and prompt; content is for create.' });
  if (body.has('sources')) found.push({ path: '/sources', message: 'sources are for create; leave them out.' });
  return found;
}

function findQualityConflicts(body: Body): FieldError[] {
  if (!body.has('max_quality') || (body.get('quality') ?? 'auto') === 'auto') return [];
  return [{ path: '/max_quality', message: 'max_quality needs quality: auto; leave one of them out.' }];
}

function findArtifactConflicts(body: Body): FieldError[] {
  if (!body.has('artifact')) return [];
  if (body.get('format') !== 'artifact') return [{ path: '/artifact', message: 'artifact needs format: artifact.' }];
  const artifact = body.get('artifact');
  const shared = typeof artifact === 'object' && artifact !== null && 'storage' in artifact && artifact.storage === 'shared';
  if (!shared || body.get('retention') !== 'none') return [];
  return [{ path: '/artifact/storage', message: 'With retention: none only local is allowed.' }];
}

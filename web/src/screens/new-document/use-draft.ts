/** What is being asked for: the fields of the form, the files uploaded for it, and the body that they come to. */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Format, Quality } from '../../../../src/contract/vocabulary.ts';
import { ask } from '../../api/client.ts';
import type { InputOf } from '../../api/contract.ts';
import type { Way } from './route.ts';

export type Body = Exclude<InputOf<'POST', '/documents'>['body'], FormData>;

export interface UploadedFile {
  id: string;
  filename: string;
  bytes: number;
}

export interface Draft {
  prompt: string;
  markdown: string;
  name: string;
  format: Format | '';
  quality: Quality;
  style: string;
}

const EMPTY: Draft = { prompt: '', markdown: '', name: '', format: '', quality: 'auto', style: '' };
const KEPT = 'octavo.draft';

/** What was being written is there again after a sign-in or a reload of the tab. */
function keptDraft(): Draft {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Partial<Draft>) };
  } catch {
    // not of our making: begin with an empty one
    return EMPTY;
  }
}

const NAME_CHARS_SHOWN = 60;

/** How a document is called where its user has not named it: by its first heading, or by how the prompt begins. */
export function nameFor({ prompt, markdown }: Pick<Draft, 'prompt' | 'markdown'>, way: Way): string {
  if (way === 'review') return '';
  const line = way === 'prompt' ? prompt.trim().split('\n', 1)[0] : /^#{1,6}\s+(.+)$/m.exec(markdown)?.[1];
  const text = (line ?? '').replaceAll(/[*_`#]|\{[^}]*\}/g, '').trim();
  return text.length <= NAME_CHARS_SHOWN ? text : `${text.slice(0, NAME_CHARS_SHOWN).replace(/\s+\S*$/, '')} …`;
}

/** The body of `POST /documents`; null while there is nothing to make. */
export function toBody(draft: Draft, way: Way, files: readonly UploadedFile[]): Body | null {
  const called = draft.name.trim() || nameFor(draft, way);
  const name = called === '' ? {} : { name: called };
  const ids = files.map(({ id }) => id);
  if (way === 'review') return ids[0] === undefined ? null : { operation: 'review', file: ids[0], ...name };
  const text = way === 'prompt' ? draft.prompt : draft.markdown;
  if (text.trim().length < (way === 'prompt' ? 3 : 1)) return null;
  return {
    ...(way === 'prompt' ? { prompt: text } : { content: { markdown: text } }),
    ...name,
    ...(draft.format === '' ? {} : { format: draft.format }),
    ...(draft.style.trim() === '' ? {} : { style: draft.style }),
    ...(draft.quality === 'auto' ? {} : { quality: draft.quality }),
    ...(ids.length === 0 ? {} : { sources: ids }),
  };
}

/** The form's fields, kept for this tab until the document is made. */
export function useDraft() {
  const [draft, setDraft] = useState(keptDraft);
  const change = useCallback((part: Partial<Draft>): void => {
    setDraft((old) => {
      const next = { ...old, ...part };
      sessionStorage.setItem(KEPT, JSON.stringify(next));
      return next;
    });
  }, []);
  return { draft, change, forget: () => sessionStorage.removeItem(KEPT) };
}

/** Uploads what is dropped, one after the other. */
export function useUploads(begun: readonly UploadedFile[]) {
  const [files, setFiles] = useState<readonly UploadedFile[]>(begun);
  const upload = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) {
        const body = new FormData();
        body.append('file', file);
        const { id, filename, bytes } = await ask('POST', '/files', { body });
        setFiles((old) => [...old, { id, filename, bytes }]);
      }
    },
  });
  return { files, upload, remove: (id: string) => setFiles((old) => old.filter((file) => file.id !== id)) };
}

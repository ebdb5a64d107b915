import { useCallback } from 'react';
import type { Document } from '../api/contract.ts';
import { useFormats } from '../i18n/language.tsx';
import { useWords } from './words.ts';

type Named = Pick<Document, 'name' | 'title' | 'format' | 'created_at'>;

/** What a document is called on the screen: its name, else its title, else its kind and when it was asked for. */
export function useDocumentName(): (document: Named) => string {
  const words = useWords();
  const formats = useFormats();
  return useCallback(
    ({ name, title, format, created_at: at }) =>
      name ?? title ?? `${format === null ? words.document : words.format[format]} · ${formats.dateTime(at)}`,
    [words, formats],
  );
}

/** What was settled about a document before it is made, as data that a thread can be given: the style for each type is asked for beforehand. */
import { DOCUMENT_TYPES, type DocumentType } from '../document/document.ts';
import type { Settled } from './make.ts';

export type PlainSettled = Omit<Settled, 'styleFor'> & { styles: Record<DocumentType, ReturnType<Settled['styleFor']>> };

export function plainSettled({ styleFor, ...settled }: Settled): PlainSettled {
  // every type is in the list
  const styles = Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, styleFor(type)])) as PlainSettled['styles'];
  return { ...settled, styles };
}

export const settledOf = ({ styles, ...rest }: PlainSettled): Settled => ({ ...rest, styleFor: (type) => styles[type] });

/** Pictures and charts of a Word file by their addresses. */
import type { WordFile, WordPicture } from '../../../ooxml/word-file.ts';
import { reject, type Rejected } from '../../define-edit.ts';

export function findPicture({ pictures }: WordFile, target: string): WordPicture | Rejected {
  return (
    pictures.find(({ address, number }) => address === target || `img${number}` === target) ??
    reject(
      'target_not_found',
      `There is no picture ${target} in this file; it has ${pictures.length}.`,
      pictures.map(({ address }) => address),
    )
  );
}

/** What elements within text say of it. */
import type { Run } from '../../document/inline.ts';
import { safeLink } from '../office/runs.ts';

export type Marks = Omit<Run, 'text'>;

export function marksOf(tag: string, attributes: ReadonlyMap<string, string>): Marks {
  switch (tag) {
    case 'b':
    case 'strong':
      return { bold: true };
    case 'i':
    case 'em':
    case 'cite':
    case 'dfn':
    case 'var':
      return { italic: true };
    case 's':
    case 'strike':
    case 'del':
      return { strike: true };
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return { code: true };
    case 'sup':
      return { script: 'super' };
    case 'sub':
      return { script: 'sub' };
    case 'a': {
      const link = safeLink(attributes.get('href'));
      return link === undefined ? {} : { link };
    }
    default:
      return {};
  }
}

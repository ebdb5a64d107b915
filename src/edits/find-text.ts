/** Where a text stands in another one, as `replace_text` of every format looks for it. */
import { z } from 'zod';
import { textFits } from './text-fits.ts';

export const findFields = {
  find: textFits(1, 10_000).describe('The text that goes, as it is shown; it may run across changes of formatting.'),
  replace: textFits(0, 100_000).describe('The text that comes, in the formatting of what goes.'),
  all: z.boolean().optional().describe('Every place; without it the text must stand in one place only.'),
  match_case: z.boolean().optional().describe('true where absent.'),
  whole_word: z.boolean().optional().describe('Only where no letter or digit adjoins.'),
};

export interface FindFields {
  find: string;
  replace: string;
  match_case?: boolean | undefined;
  whole_word?: boolean | undefined;
}
export interface FoundText {
  start: number;
  end: number;
  text: string;
}

/** Case is folded character by character, so that places stay where they are. */
function fold(text: string): string {
  return Array.from(text, (character) => (character.toLowerCase().length === character.length ? character.toLowerCase() : character)).join(
    '',
  );
}

export function findText(
  text: string,
  { find, replace, match_case: matchCase = true, whole_word: wholeWord = false }: FindFields,
): FoundText[] {
  const [hay, needle] = matchCase ? [text, find] : [fold(text), fold(find)];
  const found: FoundText[] = [];
  for (let start = hay.indexOf(needle); start !== -1;) {
    const end = start + needle.length;
    const apart =
      !wholeWord ||
      (!/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2)));
    if (apart) found.push({ start, end, text: replace });
    start = hay.indexOf(needle, apart ? end : start + 1);
  }
  return found;
}

/** Names of people below a title: authors, with marks of their notes and with their degrees. */
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

const NAME =
  /^\p{Lu}[\p{L}.’'-]*(?: (?:\p{Lu}[\p{L}.’'-]*|d[aeio]s?|del|der|den|la|le|van|von|y|bin|al)){1,4}[^\p{L}\s]*(?: [^\p{L}\s]{1,3})?$/u;
const DEGREE = /^(?:Ph\.? ?D|D\.?Phil|M\.? ?D|M\.?Sc|B\.?Sc|M\.?[AS]|M\.?P\.?H|MBA|Ed\.? ?D|Psy\.?D|J\.?D|R\.?N|Jr|Sr)\.?[^\p{L}\s]*$/u;
const NAMES_MIN = 2;
const NAME_CHARS_MAX = 45;

/** Two names or more with commas or a word between, or one with its degree: `Ann Lee∗, Bo R. Smith#`, `Ann Lee, PhD`. */
export function isNameList(text: string): boolean {
  const parts = text
    .split(/\s*[,;]\s*(?:and |& )?|\s+(?:and|und|et|y|e|&)\s+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const names = parts.filter((part) => part.length <= NAME_CHARS_MAX && NAME.test(part)).length;
  const degrees = parts.filter((part) => DEGREE.test(part)).length;
  return names > 0 && names + degrees === parts.length && (names >= NAMES_MIN || degrees > 0);
}

/** One name with the mark of its note right behind it: `Ann Lee1`, `Ann Lee∗`. */
const isNotedName = (text: string): boolean => text.length <= NAME_CHARS_MAX && NAME.test(text) && /\p{L}[\d*∗†‡§¶#]{1,3}$/u.test(text);

const TITLE_ROWS_MAX = 12;

/** Rows of names near the beginning of a document, below what is its title. @param rows of the first page @param headings what looks like one */
export function findAuthors(rows: readonly Row[], headings: ReadonlySet<Row>): Row[] {
  const title = rows.findIndex((row) => headings.has(row));
  if (title < 0) return [];
  const near = rows.slice(title, title + 1 + TITLE_ROWS_MAX);
  return near.filter((row, at) => {
    const above = near[at - 1];
    return (
      at > 0 &&
      !row.table &&
      (headings.has(row) || (above !== undefined && headings.has(above))) &&
      (isNameList(textOf(row)) || isNotedName(textOf(row)))
    );
  });
}

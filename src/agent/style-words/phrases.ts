/** A look in free words, cut into phrases that each say one thing, with what "no", "sin" and their like reach. */

export interface Phrase {
  /** Lower case, without accents; text in quotes is kept as it was written. */
  text: string;
  /** As written. */
  said: string;
  /** The phrase says what is not wanted. */
  negated: boolean;
}

/** Lower case, without accents: `Título` and `titulo` are one word. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** Commas and full stops between digits belong to numbers; what stands in quotes stays whole. */
const BREAK =
  /rgb\([^)]*\)|"[^"]*"|“[^”]*”|«[^»]*»|(\n|;|,(?!\d)|\.(?!\d)|\b(?:but|pero|sino|aunque|although|while|mientras que)\b|(?<=\s)[-–—•·](?=\s))/giu;
const NEGATION =
  /(?<!\p{L})(?:no|not|without|sin|omit|avoid|skip|drop|never|don['’]t|evita[rd]?|omit[ei]r?|nada de|nunca|quita[rd]?)(?!\p{L})/iu;
/** After one of these, in a phrase that negates, something is wanted again. */
const WANTED_AGAIN = /(?<!\p{L})(?:with|con|only|just|solo|s[oó]lo)(?!\p{L})/iu;
/** Begins a phrase that goes on with a negation: `sin portada, ni índice`. */
const GOES_ON = /^\s*(?:nor|or|ni|o)(?!\p{L})/iu;

function cut(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAK)) {
    if (match[1] === undefined) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

const phraseOf = (said: string, negated: boolean): Phrase => ({ text: plainWords(said).trim(), said: said.trim(), negated });

export function readPhrases(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  let negating = false;
  for (const part of cut(text)) {
    const negation = NEGATION.exec(part);
    const goesOn: boolean = negating && GOES_ON.test(part);
    if (!negation) {
      negating = goesOn;
      phrases.push(phraseOf(part, negating));
      continue;
    }
    const rest = part.slice(negation.index + negation[0].length);
    const again = WANTED_AGAIN.exec(rest);
    phrases.push(phraseOf(part.slice(0, negation.index), goesOn), phraseOf(again ? rest.slice(0, again.index) : rest, true));
    if (again) phrases.push(phraseOf(rest.slice(again.index), false));
    negating = again === null;
  }
  return phrases.filter(({ text: words }) => words !== '');
}

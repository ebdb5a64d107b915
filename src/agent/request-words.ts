/** What the words of a request say beyond doubt, in English and Spanish: kind of file, kind of document, length, haste. */
import type { Format } from '../contract/vocabulary.ts';
import type { DocumentType } from '../document/document.ts';
import { detectLanguage } from '../document/language.ts';
import { genreOfRequest, type Genre } from '../document/genre.ts';
import { readLengthWords, type LengthSaid } from './length-words.ts';

export interface RequestWords {
  /** Set only where one kind of file, and no other, is asked for by name. */
  format: Format | undefined;
  type: DocumentType | undefined;
  lang: string;
  genre: Genre | undefined;
  lengths: LengthSaid[];
  haste: boolean;
}

const FORMAT_WORDS: readonly [Exclude<Format, 'artifact'>, RegExp][] = [
  [
    'pptx',
    /\b(?:power ?points?|pptx|slide ?decks?|pitch decks?|slides|slideshow|presentations?|presentaci[oó]n(?:es)?|diapositivas?|transparencias)\b/giu,
  ],
  ['xlsx', /\b(?:excel|xlsx|spread ?sheets?|workbooks?|hojas? de c[aá]lculo|libros? de c[aá]lculo)\b/giu],
  ['pdf', /\bpdfs?\b/giu],
  [
    'docx',
    /\b(?:docx|(?:microsoft|ms) word|word (?:documents?|files?)|(?:in|as|to) word(?! (?:of|by|for))|(?:documentos?|archivos?|ficheros?) (?:de )?word|(?:en|para|de) word)\b/giu,
  ],
];

/** Words before a kind of file that make it material rather than what is wanted. */
const AS_MATERIAL =
  /(?:\b(?:from|using|based on|about|on|the attached|attached|enclosed|supplied|source|read|a partir de(?:l)?|desde|seg[uú]n|adjunt[oa]s?|sobre|del|con los datos de(?:l)?|bas[aá]ndote en)\s+(?:(?:an?|the|this|these|my|our|el|la|los|las|este|esta|mi|nuestr[oa]|un|una)\s+)?(?:(?:attached|adjunt[oa]|enclosed)\s+)?)$/iu;

const TYPE_WORDS: readonly [DocumentType, RegExp][] = [
  ['memo', /\b(?:memos?|memorandum|memorando|memor[aá]ndum|nota interna)\b/iu],
  ['minutes', /\b(?:minutes of|meeting minutes|the minutes|acta de|actas? (?:de|del)|un acta|el acta|minuta)/iu],
  ['contract', /\b(?:contracts?|agreement|nda|contratos?|convenio|acuerdo de confidencialidad)\b/iu],
  ['letter', /\b(?:letters?|carta|cartas)\b/iu],
  ['report', /\b(?:reports?|informes?|white ?paper|estudio|an[aá]lisis)\b/iu],
];

const HASTE = /\b(?:quick(?:ly)?|drafts?|rough|r[aá]pid[oa]|r[aá]pidamente|borrador(?:es)?|esbozo)\b/iu;

function findFormat(prompt: string): Format | undefined {
  const asked = FORMAT_WORDS.filter(([, words]) =>
    [...prompt.matchAll(words)].some((match) => !AS_MATERIAL.test(prompt.slice(Math.max(0, match.index - 60), match.index))),
  );
  return asked.length === 1 ? asked[0]?.[0] : undefined;
}

/** The kind of document that is named first is the one asked for: "a memo about the contract". */
function findType(prompt: string): DocumentType | undefined {
  const found = TYPE_WORDS.map(([type, words]) => ({ type, at: words.exec(prompt)?.index ?? Infinity })).filter(({ at }) => at < Infinity);
  return found.toSorted((a, b) => a.at - b.at)[0]?.type;
}

/** Format, type, language, genre, lengths and haste as far as the words of a prompt name them; undefined where they do not. */
export function readRequestWords(prompt: string): RequestWords {
  return {
    format: findFormat(prompt),
    type: findType(prompt),
    lang: detectLanguage(prompt),
    genre: genreOfRequest(prompt),
    lengths: readLengthWords(prompt),
    haste: HASTE.test(prompt),
  };
}

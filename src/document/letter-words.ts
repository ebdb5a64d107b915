/** The words that end a letter, in the languages that letters are recognised in. */

const PHRASES = [
  // English
  'yours(?: (?:sincerely|faithfully|truly|ever)|(?=[,.]?$))',
  '(?:very truly|sincerely|respectfully|faithfully|truly)(?: yours)?',
  '(?:with )?(?:my |our )?(?:kind|best|warm|good)(?:est|er)? (?:personal )?(?:regards|wishes|greetings)',
  'with regards',
  'regards',
  'cordially',
  'with (?:many thanks|appreciation|gratitude)',
  // Spanish
  '(?:muy )?atentamente',
  '(?:sin otro particular,? )?(?:le|les|te|os) saludan?(?: (?:muy )?(?:atentamente|cordialmente))?',
  '(?:reciban?|reciba usted|reciban ustedes) (?:un|nuestro|mi)(?: [^\\s\\d.!?]+)? (?:saludo|abrazo)',
  '(?:le envío |les envío |con )?un (?:cordial |fuerte |afectuoso |atento |amable )?(?:saludo|abrazo)',
  '(?:cordiales |afectuosos )?saludos(?: cordiales| afectuosos)?',
  '(?:cordial|atento) saludo',
  '(?:muy )?cordialmente',
  // French
  '(?:bien |très )?cordialement',
  '(?:bien )?à vous',
  'sincèrement',
  '(?:meilleures|sincères|cordiales) salutations',
  'salutations distinguées',
  '(?:avec |recevez )?(?:toute )?(?:mes|nos) (?:meilleures|sincères|respectueuses) salutations',
  "(?:[^.]{0,120}[,;] )?(?:nous vous prions|je vous prie|veuillez|recevez)[^.]{0,30}(?:agréer|recevoir|croire|accepter|l[’']expression|l[’']assurance)[^.]{0,140}",
  // German
  'mit (?:freundlichen|besten|herzlichen|lieben|vielen) (?:grüßen|grüssen|gruessen)',
  'mit (?:freundlichem|bestem|herzlichem) gru(?:ß|ss)',
  '(?:freundliche|viele|beste|herzliche|liebe|schöne) grü(?:ß|ss)e',
  'hochachtungsvoll',
  'mfg',
  // Italian
  '(?:i più |con (?:i più )?|porgo |porgiamo |(?:le|vi) porgo |(?:le|vi) porgiamo )?(?:cordiali|distinti|migliori) saluti',
  '(?:un )?cordiale saluto',
  'distintamente',
  'in fede',
  // Portuguese
  '(?:com os |com )?(?:os )?(?:meus |nossos )?(?:melhores |cordiais )?cumprimentos',
  'atenciosamente',
  'respeitosamente',
  '(?:cordiais )?saudações(?: cordiais)?',
  // Dutch
  '(?:met )?(?:vriendelijke|hartelijke|beste) groet(?:en)?',
  'hoogachtend',
  // Catalan
  '(?:ben )?atentament',
  'cordialment',
  '(?:una )?(?:cordial )?salutació(?: cordial)?',
];

/** A line that is nothing but the closing of a letter, perhaps with what goes on: "Yours sincerely,", "Mit freundlichen Grüßen aus Köln". */
const CLOSING = new RegExp(`^[*_]{0,3}(?:${PHRASES.join('|')})(?!\\p{L})`, 'iu');
/**
 * A sentence that ends so: "In attesa di un Vostro riscontro, porgiamo distinti saluti." Without `u`: with it, the boundary of a word in either
 * case takes 30 ms to compile.
 */
const ENDING = new RegExp(
  String.raw`^[^.!?]{0,140}(?:[,;] (?:[^\s\d.!?]{1,3} )?|\bverbleiben? (?:ich |wir )?)(?:${PHRASES.join('|')})[.,]?$`,
  'i',
);
const LINE_CHARS_MAX = 80;
/** French says it in a sentence. */
const SENTENCE = /agréer|recevoir|croire|accepter|l['’]expression|l['’]assurance/iu;
const SENTENCE_CHARS_MAX = 260;

/**
 * Whether a line ends a letter. What only begins as such a line does ("Regards to your family, whom …", "Cordialmente
 * invitamos a …") is longer than any, or a sentence.
 */
export function isLetterClosing(line: string): boolean {
  const text = line.trim();
  const found = CLOSING.exec(text);
  if (!found) return ENDING.test(text);
  if (SENTENCE.test(found[0])) return text.length <= SENTENCE_CHARS_MAX;
  return text.length <= LINE_CHARS_MAX && text.length - found[0].length <= 40 && !/\.\s+\S/u.test(text.slice(found[0].length));
}

const NAME = "\\p{L}[\\p{L}.'’-]*";
/** How notes and e-mails begin: "Hi Tom,", "Hola a todos:", "Bonjour Marie,". */
const GREETING = new RegExp(
  `^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hola|buenos días|buenas(?: tardes)?|bonjour|bonsoir|salut|hallo|guten (?:tag|morgen)|moin|ciao|buongiorno|salve|olá|oi|bom dia|boa tarde|dag|goedemorgen|bon dia)(?: ${NAME}){0,4}\\s*[,:!.]?$`,
  'iu',
);
/** How they end: a line of its own, or with the name behind it. */
const NOTE_END = new RegExp(
  `^(?:(?:all the )?best|(?:many )?thanks(?: (?:again|a lot|so much|in advance))?|thank you(?: (?:again|so much|very much))?|cheers|talk soon|see you (?:soon|then)|take care|(?:muchas |mil )?gracias|(?:un )?abrazo|abrazos|besos|hasta (?:pronto|luego)|(?:un grand )?merci(?: (?:beaucoup|d'avance))?|à bientôt|bises|amicalement|(?:vielen )?dank(?:e)?|vg|lg|bis (?:bald|dann)|gru(?:ß|ss)|grazie(?: mille)?|a presto|saluti|un saluto|(?:muito )?obrigad[oa]|até (?:breve|já)|abraços?|bedankt|groet(?:en|jes)?|gràcies|fins aviat)\\s*[,.!]?$`,
  'iu',
);

/** How letters begin, at the head of any line of a text: "Dear Ms Ortega,", "Sehr geehrte Frau Ortega,". */
export const FORMAL_GREETINGS =
  /^(?:dear\s+\S|to whom it may concern|estimad[oa]s?\b|querid[oa]s?\s|apreciad[oa]s?\s|distinguid[oa]s?\s|muy señor|a quien (?:corresponda|pueda interesar)|sehr geehrte[rn]?\s|liebe[r]?\s\p{Lu}|cher(?:e|s)?\s\p{Lu}|(?:madame|monsieur)(?:, (?:madame|monsieur))?,|exm[oa]s?\.?\s|car[oa]s?\s\p{Lu}|prezad[oa]s?\s|gentil[ei]\s|spett(?:\.le|abile)\s|egregi[oa]?\s|geachte\s|beste\s\p{Lu}|benvolgu)/imu;
const FORMAL_CHARS_MAX = 90;

/** Whether a line greets whom a letter is for. */
export const isFormalGreeting = (line: string): boolean => line.length <= FORMAL_CHARS_MAX && FORMAL_GREETINGS.test(line.trim());

/** Whether a line greets whom a note or an e-mail is for. */
export const isGreeting = (line: string): boolean => GREETING.test(line.trim());

/** Whether a line ends a note or an e-mail; formal letters end otherwise (`isLetterClosing`). */
export const isNoteClosing = (line: string): boolean => NOTE_END.test(line.trim());

/** What says that something is enclosed, below the signature of a letter. */
export const ENCLOSED =
  /^[*_]{0,3}(?:encl(?:osed|osures?)?|enc|attachments?|cc|se adjuntan?|adjuntos?|anexos?|em anexo|p\.?\s?j|pièces? jointes?|anlagen?|allegat[oi]|bijlagen?|annexe?s?|adjunt)(?!\p{L})\.?/iu;

/**
 * Whether words ask for the look of a supplied file, and of which, in English, Spanish, French and German: "template: source 1", "con el
 * aspecto de la fuente 2", "wie Quelle 1", "use our template", "comme le rapport joint".
 */

export interface LookWish {
  /** Counted from 1 over all sources; null where none is named. */
  source: number | null;
  /** Beyond doubt; else it may be the matter that is meant, "like the attached report". */
  sure: boolean;
  /** The words without the wish. */
  rest: string;
}

const SOURCE = String.raw`(?:source|fuente|origen|archivo|fichero|adjunto|file|attachment|document|documento|quelle|datei|anhang|fichier)`;
const ORDINALS: readonly (readonly [RegExp, number])[] = [
  [/^(?:first|primer[oa]?|premi[eè]re?|erste[nrsm]?)$/i, 1],
  [/^(?:second|segund[oa]|deuxi[eè]me|seconde?|zweite[nrsm]?)$/i, 2],
  [/^(?:third|tercer[oa]?|troisi[eè]me|dritte[nrsm]?)$/i, 3],
];
const ORDINAL = String.raw`(?:first|second|third|primer[oa]?|segund[oa]|tercer[oa]?|premi[eè]re?|deuxi[eè]me|seconde?|troisi[eè]me|erste[nrsm]?|zweite[nrsm]?|dritte[nrsm]?)`;
const ARTICLE = String.raw`(?:(?:the|an?|el|la|los|las|le|les|l['’]|der|die|das|dem|den)\s*)?`;
/** "source 2", "la segunda fuente": the number is in one of two groups. */
const NUMBERED = String.raw`${ARTICLE}(?:${SOURCE}\s*(?:n[.ºo°]*\s*)?#?(\d{1,2})|(${ORDINAL})\s+${SOURCE})`;
const TEMPLATE = String.raw`(?:templates?|plantillas?|mod[eè]les?|gabarits?|vorlagen?)`;
const LOOK = String.raw`(?:look|style|design|layout|appearance|branding|aspecto|estilo|diseño|formato|apariencia|aspect|mise en page|pr[eé]sentation|charte|stil|aussehen|gestaltung|optik)`;
const AS = String.raw`(?:like|as|just like|same as|matching|como|igual que|comme|wie)`;
const OF = String.raw`(?:of|from|as|in|de|del|du|des|d['’]|von|vom|des|der|wie|que|comme)`;
const ATTACHED = String.raw`(?:attached|enclosed|supplied|provided|uploaded|adjunt[oa]s?|subid[oa]s?|joint[es]*|ci-joint[es]*|fournie?s?|beigef[uü]gt\p{L}*|angeh[aä]ngt\p{L}*|beiliegend\p{L}*)`;
const OURS = String.raw`(?:our|my|the company|the corporate|corporate|nuestr[oa]s?|mi|corporativ[oa]|notre|nos|mon|unsere[nrsm]?|meine[nrsm]?)`;
const THING = String.raw`(?:deck|report|file|document|letter|presentation|slides?|power ?point|spreadsheet|workbook|pdf|word|brand book|brochure|informe|archivo|fichero|documento|carta|presentaci[oó]n|libro|folleto|rapport|fichier|lettre|bericht|datei|dokument|brief|pr[aä]sentation|one|ejemplo|example|exemple|beispiel)`;

const pattern = (source: string): RegExp => new RegExp(String.raw`(?<![\p{L}\d])${source}(?![\p{L}\d])`, 'iu');

/** The first that fits is taken. */
const WISHES: readonly { words: RegExp; sure: boolean }[] = [
  { words: pattern(String.raw`${TEMPLATE}\s*[:=]\s*(?:${NUMBERED}|#?(\d{1,2}))`), sure: true },
  {
    words: pattern(
      String.raw`(?:use|using|take|usa(?:ndo|r)?|utiliza(?:ndo|r)?|utilise[rz]?|prends?|verwende\p{L}*|nimm|nutze)\s+${NUMBERED}\s+(?:as|como|comme|als)\s+(?:\p{L}+\s+)?${TEMPLATE}`,
    ),
    sure: true,
  },
  { words: pattern(String.raw`(?:\p{L}+\s+){0,3}?(?:same\s+)?${LOOK}\s+${OF}\s+${NUMBERED}`), sure: true },
  { words: pattern(String.raw`${AS}\s+(?:in\s+|en\s+)?${NUMBERED}`), sure: true },
  {
    words: pattern(
      String.raw`(?:use|using|with|on|in|into|follow(?:ing)?|apply|con|usa(?:ndo|r)?|en|sobre|sigue|utiliza(?:ndo|r)?|utilise[rz]?|avec|dans|sur|selon|verwende\p{L}*|mit|in|nutze|nach)\s+(?:${OURS}|${ARTICLE}${ATTACHED})\s+(?:\p{L}+\s+)?${TEMPLATE}`,
    ),
    sure: true,
  },
  {
    words: pattern(
      String.raw`(?:use|using|with|con|usa(?:ndo|r)?|avec|utilise[rz]?|verwende\p{L}*|mit)\s+${ARTICLE}${TEMPLATE}\s+(?:${ATTACHED}|de la empresa|de l['’]entreprise|que adjunto|i (?:have )?(?:attached|sent))`,
    ),
    sure: true,
  },
  { words: pattern(String.raw`^\s*${OURS}\s+${TEMPLATE}`), sure: true },
  {
    words: pattern(
      String.raw`(?:copy\s+|copia(?:r)?\s+|copie[rz]?\s+)?${ARTICLE}(?:same\s+)?${LOOK}\s+${OF}\s+${ARTICLE}(?:${ATTACHED}\s+${THING}|${THING}\s+${ATTACHED}|${ATTACHED})`,
    ),
    sure: true,
  },
  { words: pattern(String.raw`${AS}\s+${ARTICLE}(?:${ATTACHED}\s+${THING}|${THING}\s+${ATTACHED})`), sure: false },
];

const REFUSED = /(?:\b(?:not|don['’]?t|never|without|except|no|sin|sans|ne|pas|nicht|ohne|kein\p{L}*)\s+(?:\p{L}+\s+){0,2})$/iu;

const numberOf = (groups: readonly (string | undefined)[]): number | null => {
  for (const group of groups) {
    if (group === undefined) continue;
    if (/^\d+$/.test(group)) return Number(group);
    const ordinal = ORDINALS.find(([words]) => words.test(group));
    if (ordinal !== undefined) return ordinal[1];
  }
  return null;
};

/** The wish in these words; null where there is none. */
export function readLookWords(text: string): LookWish | null {
  for (const { words, sure } of WISHES) {
    const found = words.exec(text);
    if (found === null || REFUSED.test(text.slice(Math.max(0, found.index - 40), found.index))) continue;
    const [whole, ...groups] = found;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`;
    return { source: numberOf(groups), sure, rest: rest.replaceAll(/^[\s,;.:–-]+|[\s,;.:–-]+$/g, '').replaceAll(/\s+/g, ' ') };
  }
  return null;
}

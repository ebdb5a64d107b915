/**
 * Which writing system a stretch of text belongs to. Word keeps four fonts for every run and chooses by the character;
 * right-to-left text needs `w:rtl`, East Asian text a hint for characters that two systems share, emoji a font that
 * has them (ECMA-376-1 §17.3.2.26).
 */

export type Script = 'plain' | 'rtl' | 'eastAsian' | 'emoji';

export interface ScriptSpan {
  text: string;
  script: Script;
}

/** Anything that is not Latin, Greek, Cyrillic, their marks and the usual signs. */
const SPECIAL =
  /[\u0590-\u08ff\u2600-\u27bf\u2b50-\u2b55\u2e80-\ud7ff\ud83c-\ud83e\ud840-\ud888\uf900-\ufaff\ufb1d-\ufdff\ufe30-\ufe4f\ufe70-\ufefc\uff00-\uffef]/;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const EAST_ASIAN = /[\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud888][\udc00-\udfff]/;
const EMOJI =
  /[\ud83c-\ud83e][\udc00-\udfff]|\u2b50|\u2b55|[\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2-\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf]/;
/** Blanks, digits, joiners and punctuation take the script of what is before them. */
const NEUTRAL = /[\s\d\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u200b-\u200f\u2010-\u2027\u3000-\u3002]/;

/** The text in stretches of one script; one `plain` stretch where nothing else occurs. */
export function splitByScript(text: string): ScriptSpan[] {
  if (!SPECIAL.test(text)) return [{ text, script: 'plain' }];
  const spans: ScriptSpan[] = [];
  let last: ScriptSpan | undefined;
  for (const character of text) {
    const script = scriptOf(character, last?.script ?? 'plain');
    if (last !== undefined && last.script === script) last.text += character;
    else spans.push((last = { text: character, script }));
  }
  return spans;
}

function scriptOf(character: string, before: Script): Script {
  if (RTL.test(character)) return 'rtl';
  if (EMOJI.test(character)) return 'emoji';
  if (EAST_ASIAN.test(character)) return 'eastAsian';
  if (character === '\u200d' || character === '\ufe0f') return before;
  return NEUTRAL.test(character) && before !== 'emoji' ? before : 'plain';
}

const STRONG = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\p{L}/u;

/** Whether the first letter is written from right to left; undefined where there is no letter at all. */
export function startsRightToLeft(text: string): boolean | undefined {
  const strong = STRONG.exec(text)?.[0];
  return strong === undefined ? undefined : RTL.test(strong);
}

/** @param lang BCP 47 */
export function isRightToLeftLanguage(lang: string): boolean {
  return /^(ar|he|iw|fa|ur|ps|sd|ug|yi|dv|ckb)\b/i.test(lang);
}

/** Faces for other scripts in themes, as Office has them on every machine; scripts by ISO 15924. */
export const SCRIPT_FACES = [
  ['Jpan', 'Yu Gothic'],
  ['Hang', 'Malgun Gothic'],
  ['Hans', 'Microsoft YaHei'],
  ['Hant', 'Microsoft JhengHei'],
  ['Arab', 'Tahoma'],
  ['Hebr', 'Arial'],
  ['Thai', 'Tahoma'],
] as const;

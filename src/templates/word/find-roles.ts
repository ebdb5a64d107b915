/** Which style of a Word file is heading, body, list, table, caption, quote: by outline levels, by names in several languages, by use. */
import type { Setting, WordStyle } from './read-styles.ts';
import type { UsedParagraph } from './read-use.ts';

const WORD_ROLES = [
  'body',
  'title',
  'subtitle',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'bullet',
  'number',
  'caption',
  'quote',
  'footnote',
  'toc1',
  'toc2',
  'toc3',
  'tocHeading',
  'header',
  'footer',
] as const;
export type WordRole = (typeof WORD_ROLES)[number];

const NAMES: Readonly<Partial<Record<WordRole, RegExp>>> = {
  title: /^(?:title|t[ií]tulo|titre|titel|titolo)$/i,
  subtitle: /^(?:subtitle|subt[ií]tulo|sous-titre|untertitel|sottotitolo)$/i,
  bullet: /^(?:list bullet|lista con vi[ñn]etas|liste [àa] puces|aufz[äa]hlungszeichen|bullets?|bullet list)$/i,
  number: /^(?:list number|lista con n[uú]meros|liste num[ée]rot[ée]e|listennummer)$/i,
  caption: /^(?:caption|descripci[oó]n|ep[ií]grafe|l[ée]gende|beschriftung|didascalia)$/i,
  quote: /^(?:quote|cita|citation|zitat|quotation)$/i,
  footnote: /^(?:footnote text|texto nota pie|note de bas de page|fu[ßs]notentext|footnote)$/i,
  toc1: /^(?:toc 1|contents 1|tdc 1|tm 1|verzeichnis 1)$/i,
  toc2: /^(?:toc 2|contents 2|tdc 2|tm 2|verzeichnis 2)$/i,
  toc3: /^(?:toc 3|contents 3|tdc 3|tm 3|verzeichnis 3)$/i,
  tocHeading: /^(?:toc heading|contents heading)$/i,
  header: /^(?:header|encabezado|en-t[êe]te|kopfzeile)$/i,
  footer: /^(?:footer|pie de p[áa]gina|pied de page|fu[ßs]zeile)$/i,
};
const HEADING_NAME = /^(?:heading|t[ií]tulo|titre|[üu]berschrift|titolo|kop|rubrik|encabezado)\s*([1-4])$/i;

export interface FoundRoles {
  roles: Map<WordRole, string>;
  /** Its headings are made by hand: no style says which they are. */
  byHand: boolean;
  /** Its running text is formatted by hand otherwise than its style. */
  textByHand: boolean;
  /** How body text and headings look, from what the file does most. */
  looks: { body: Setting; headings: Setting[]; title: Setting | undefined };
}

const countBy = <T>(all: readonly T[], key: (one: T) => string | undefined, weight: (one: T) => number): [string, number][] => {
  const counts = new Map<string, number>();
  for (const one of all) {
    const name = key(one);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + weight(one));
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]);
};

/** The style of a heading of this level: the one in use, else the one of that name. */
function headingStyle(level: number, styles: ReadonlyMap<string, WordStyle>, used: readonly UsedParagraph[]): string | undefined {
  const fits = [...styles.values()].filter(
    (style) => style.kind === 'paragraph' && (style.outline === level - 1 || HEADING_NAME.exec(style.name)?.[1] === String(level)),
  );
  const uses = countBy(
    used,
    ({ style, inTable }) => (!inTable && fits.some(({ id }) => id === style) ? style : undefined),
    () => 1,
  );
  const named = fits.find(({ name }) => HEADING_NAME.exec(name)?.[1] === String(level));
  return uses[0]?.[0] ?? named?.id ?? fits[0]?.id;
}

const HEADING_CHARS_MAX = 110;
const isRunning = ({ text, inTable, numbered, outline }: UsedParagraph): boolean =>
  !inTable && numbered === undefined && outline === undefined && text.length > 60;
const keyOf = ({ font, sizePt, color, bold, align }: Setting): string => JSON.stringify([font, sizePt, color, bold === true, align]);

/** What most of the letters look like among these. */
function commonSetting(all: readonly UsedParagraph[]): Setting | undefined {
  const [best] = countBy(
    all,
    ({ set }) => keyOf(set),
    ({ text }) => text.length,
  );
  return all.find(({ set }) => keyOf(set) === best?.[0])?.set;
}

/** Short lines that are larger, bolder or of another colour than the text: headings that were made by hand, the largest ones first. */
function handMade(used: readonly UsedParagraph[], body: Setting): Setting[] {
  const size = body.sizePt ?? 11;
  const found = used.filter(
    ({ text, inTable, set, numbered, outline }) =>
      !inTable &&
      outline === undefined &&
      numbered === undefined &&
      text.length <= HEADING_CHARS_MAX &&
      !/[.;,:]$/.test(text) &&
      ((set.sizePt ?? size) > size + 0.9 || (set.bold === true && body.bold !== true)),
  );
  const kinds = new Map<string, { set: Setting; count: number }>();
  for (const { set } of found) {
    const key = JSON.stringify([set.sizePt, set.bold === true, set.color, set.caps === true]);
    const known = kinds.get(key) ?? { set, count: 0 };
    known.count += 1;
    kinds.set(key, known);
  }
  return [...kinds.values()]
    .filter(({ count }) => count >= 2)
    .toSorted((a, b) => (b.set.sizePt ?? size) - (a.set.sizePt ?? size) || Number(b.set.bold) - Number(a.set.bold))
    .slice(0, 3)
    .map(({ set }) => set);
}

/** Styles of the template for what documents are made of. */
export function findRoles(styles: ReadonlyMap<string, WordStyle>, used: readonly UsedParagraph[]): FoundRoles {
  const roles = new Map<WordRole, string>();
  const paragraphs = [...styles.values()].filter(({ kind }) => kind === 'paragraph');
  for (const role of WORD_ROLES) {
    const words = NAMES[role];
    const fits = words === undefined ? [] : paragraphs.filter(({ name }) => words.test(name.trim()));
    const [most] = countBy(
      used,
      ({ style }) => (fits.some(({ id }) => id === style) ? style : undefined),
      () => 1,
    );
    const id = most?.[0] ?? fits[0]?.id;
    if (id !== undefined) roles.set(role, id);
  }
  for (const level of [1, 2, 3, 4]) {
    const id = headingStyle(level, styles, used);
    if (id !== undefined && ![...roles.values()].includes(id)) roles.set(`heading${level}` as WordRole, id);
  }
  const running = used.filter(isRunning);
  const [most] = countBy(
    running,
    ({ style }) => style,
    ({ text }) => text.length,
  );
  const standard = paragraphs.find((style) => style.standard);
  const bodyId = most?.[0] ?? standard?.id;
  if (bodyId !== undefined) roles.set('body', bodyId);
  const body = commonSetting(running) ?? styles.get(bodyId ?? '')?.set ?? {};
  const styled = styles.get(bodyId ?? '')?.set ?? {};
  const textByHand = body.font !== styled.font || body.sizePt !== styled.sizePt || body.align !== styled.align;
  const headed = used.some(({ outline, inTable }) => outline !== undefined && !inTable);
  const hand = headed ? [] : handMade(used, body);
  const settings = [1, 2, 3, 4].flatMap((level) => {
    const id = roles.get(`heading${level}` as WordRole);
    return id === undefined ? [] : [used.find(({ style }) => style === id)?.set ?? styles.get(id)?.set ?? {}];
  });
  const title = roles.get('title');
  return {
    roles,
    byHand: hand.length > 0,
    textByHand,
    looks: { body, headings: hand.length > 0 ? hand : settings, title: title === undefined ? undefined : styles.get(title)?.set },
  };
}

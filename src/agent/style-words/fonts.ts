/** Names of fonts in words, with what stands for each where Office has no such face. */

/** Faces that have a twin of the same metrics here, or that are known everywhere: what is asked for is named in the file. */
const NAMED: readonly [RegExp, string][] = [
  [/helvetica(?: neue)?|arial(?! narrow| black)|liberation sans|arimo/, 'Arial'],
  [/arial narrow/, 'Arial Narrow'],
  [/times(?: new roman)?|liberation serif|tinos/, 'Times New Roman'],
  [/calibri|carlito/, 'Calibri'],
  [/cambria|caladea/, 'Cambria'],
  [/georgia|gelasio/, 'Georgia'],
  [/courier(?: new)?|liberation mono|cousine/, 'Courier New'],
  [/consolas/, 'Consolas'],
  [/verdana/, 'Verdana'],
  [/tahoma/, 'Tahoma'],
  [/trebuchet(?: ms)?/, 'Trebuchet MS'],
  [/(?:eb )?garamond/, 'Garamond'],
  [/palatino(?: linotype)?|book antiqua/, 'Palatino Linotype'],
  [/segoe(?: ui)?/, 'Segoe UI'],
  [/candara/, 'Candara'],
  [/corbel/, 'Corbel'],
  [/constantia/, 'Constantia'],
  [/century gothic/, 'Century Gothic'],
  [/century(?: schoolbook)?/, 'Century Schoolbook'],
  [/bookman(?: old style)?/, 'Bookman Old Style'],
  [/franklin gothic(?: book)?/, 'Franklin Gothic Book'],
  [/gill sans(?: mt)?/, 'Gill Sans MT'],
  [/futura/, 'Futura'],
  [/baskerville/, 'Baskerville'],
  [/didot/, 'Didot'],
  [/bodoni(?: mt)?/, 'Bodoni MT'],
  [/rockwell/, 'Rockwell'],
  [/lucida(?: sans(?: unicode)?)?/, 'Lucida Sans Unicode'],
  [/comic sans(?: ms)?/, 'Comic Sans MS'],
  [/aptos/, 'Aptos'],
  [/roboto(?! mono| slab)/, 'Roboto'],
  [/roboto slab/, 'Roboto Slab'],
  [/open sans/, 'Open Sans'],
  [/lato/, 'Lato'],
  [/montserrat/, 'Montserrat'],
  [/inter(?![a-z])/, 'Inter'],
  [/source sans(?: (?:pro|3))?/, 'Source Sans 3'],
  [/source serif(?: (?:pro|4))?/, 'Source Serif 4'],
  [/noto sans/, 'Noto Sans'],
  [/noto serif/, 'Noto Serif'],
  [/merriweather/, 'Merriweather'],
  [/playfair(?: display)?/, 'Playfair Display'],
  [/poppins/, 'Poppins'],
  [/raleway/, 'Raleway'],
  [/ubuntu/, 'Ubuntu'],
  [/ibm plex sans/, 'IBM Plex Sans'],
  [/ibm plex serif/, 'IBM Plex Serif'],
  [/jetbrains mono/, 'JetBrains Mono'],
  [/impact/, 'Impact'],
  [/optima/, 'Optima'],
];

const KINDS: readonly [RegExp, string][] = [
  [/sans[- ]?serif|palo seco|sin (?:serifas?|remates?)|grotesk|grotesca|without serifs|no serifs/, 'Arial'],
  [/mono[- ]?spaced?|monoespaciad[oa]s?|typewriter|maquina de escribir|fixed[- ]width/, 'Courier New'],
  [/(?<!sans[- ]?)(?<!sin )(?:slab )?serif(?:s|as?)?|con remates?|romana/, 'Georgia'],
];

const within = (words: RegExp): RegExp => new RegExp(String.raw`(?<![\p{L}\d])(?:${words.source})(?![\p{L}\d])`, 'u');
const NAMED_WITHIN = NAMED.map(([words, name]) => [within(words), name] as const);
const KINDS_WITHIN = KINDS.map(([words, name]) => [within(words), name] as const);

/** `font: Bitter`, `con la fuente Bitter`, `in the Bitter font`: a name that the list has not. */
const SAID =
  /(?:\b(?:font|typeface|fuente|tipograf[ií]a|tipo de letra)\s*[:=]?\s*(?:is |es |de |called |llamada )?["“«']?([A-Z][A-Za-z]*(?: [A-Z0-9][A-Za-z0-9]*){0,3})|\b([A-Z][A-Za-z]*(?: [A-Z][A-Za-z0-9]*){0,3})["”»']?\s+(?:font|typeface)\b)/u;

/** @param text plain words of a phrase. @param said the phrase as written. @returns a font's name */
export function fontIn(text: string, said: string): string | undefined {
  const named = NAMED_WITHIN.find(([words]) => words.test(text))?.[1];
  if (named !== undefined) return named;
  const [, after, before] = SAID.exec(said) ?? [];
  return after ?? before;
}

/** A kind of font, where no name is given. */
export function fontKindIn(text: string): string | undefined {
  return KINDS_WITHIN.find(([words]) => words.test(text))?.[1];
}

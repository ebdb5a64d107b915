/** Which faces a look is set in: our own for its defaults, the free twin of what a client asked by name. */
import type { Look } from '../../document/look.ts';
import { literal } from './text.ts';

export interface Faces {
  /** Families in the order in which they are tried, as a Typst array. */
  text: string;
  display: string;
  code: string;
  /** Set where the client's face has to be replaced by one that is not drawn like it. */
  substituted?: { asked: string; used: string };
}

const SANS = ['Source Sans 3', 'Noto Sans', 'Noto Sans CJK SC', 'Noto Color Emoji'];
const SERIF = ['Source Serif 4', 'Noto Serif', 'Noto Serif CJK SC', 'Noto Color Emoji'];
const MONO = ['JetBrains Mono', 'DejaVu Sans Mono', 'Noto Sans CJK SC', 'Noto Color Emoji'];

/** Faces with the same widths, or the face itself where it is free: asked (lower case) → family available. */
const EXACT: Record<string, string> = {
  calibri: 'Carlito',
  cambria: 'Caladea',
  arial: 'Liberation Sans',
  helvetica: 'Liberation Sans',
  'nimbus sans': 'Liberation Sans',
  'nimbus sans l': 'Liberation Sans',
  'tex gyre heros': 'Liberation Sans',
  'nimbus roman': 'Liberation Serif',
  'nimbus rom no9 l': 'Liberation Serif',
  'tex gyre termes': 'Liberation Serif',
  'arial narrow': 'Liberation Sans Narrow',
  'times new roman': 'Liberation Serif',
  times: 'Liberation Serif',
  'courier new': 'Liberation Mono',
  georgia: 'Gelasio',
  'source sans 3': 'Source Sans 3',
  'source sans pro': 'Source Sans 3',
  'source serif 4': 'Source Serif 4',
  'source serif pro': 'Source Serif 4',
  'noto sans': 'Noto Sans',
  'noto serif': 'Noto Serif',
  'liberation sans': 'Liberation Sans',
  'liberation serif': 'Liberation Serif',
  'liberation mono': 'Liberation Mono',
  'dejavu sans': 'DejaVu Sans',
  'dejavu serif': 'DejaVu Serif',
  'dejavu sans mono': 'DejaVu Sans Mono',
  carlito: 'Carlito',
  caladea: 'Caladea',
  gelasio: 'Gelasio',
  'jetbrains mono': 'JetBrains Mono',
};
/** The nearest in colour and proportion. */
const NEAR: Record<string, string> = {
  'helvetica neue': 'Liberation Sans',
  swiss721: 'Liberation Sans',
  verdana: 'DejaVu Sans',
  tahoma: 'DejaVu Sans',
  'trebuchet ms': 'Source Sans 3',
  'segoe ui': 'Noto Sans',
  consolas: 'Liberation Mono',
  garamond: 'Source Serif 4',
  'eb garamond': 'Source Serif 4',
  'book antiqua': 'Gelasio',
  palatino: 'Gelasio',
  'palatino linotype': 'Gelasio',
  constantia: 'Gelasio',
  aptos: 'Source Sans 3',
};

const families = (names: readonly string[]): string => `(${names.map((name) => `${literal(name)},`).join('')})`;

function isSerif(name: string): boolean {
  return /(?<!sans[- ]?)serif|roman|garamond|georgia|times|book|palatino|baskerville|didot|bodoni|caslon|minion|century|antiqua|^cm(?:r|bx|ti|sl|csc)\d|^sfrm|computer modern|charter|utopia/i.test(
    name,
  );
}

/** The face that stands for the one that a client asked for by name. */
export function faceFor(asked: string): { used: string; exact: boolean } {
  const exact = EXACT[asked.toLowerCase()];
  const used =
    exact ??
    NEAR[asked.toLowerCase()] ??
    (isSerif(asked) ? 'Source Serif 4' : /mono|code|console/i.test(asked) ? 'JetBrains Mono' : 'Source Sans 3');
  return { used, exact: exact !== undefined };
}

/** A family and what draws the characters that it lacks. */
export const familiesOf = (name: string): string =>
  families([name, ...(isSerif(name) || name === 'Gelasio' || name === 'Caladea' ? SERIF : SANS)]);

/** The family of the text. */
export function firstFace(look: Look): string {
  if (look.ownFont) return faceFor(look.faces.text.trim()).used;
  return chainOf(look.faces.text)[0] ?? 'Source Sans 3';
}

/** Our own faces for the house's; for others the free face of the same widths, and ours behind it. */
function chainOf(face: string): string[] {
  switch (face) {
    case 'Calibri':
      return SANS;
    case 'Georgia':
    case 'Cambria':
      return SERIF;
    default:
      return [faceFor(face).used, ...(isSerif(face) ? SERIF : SANS)];
  }
}

/** Whether a face is set in one of ours, whose sizes differ (looks §1.2). */
export const hasOwnTwin = (face: string): boolean => face === 'Calibri' || face === 'Georgia' || face === 'Cambria';

/** The faces of a look. */
export function facesOf(look: Look): Faces {
  if (!look.ownFont) {
    return { text: families(chainOf(look.faces.text)), display: families(chainOf(look.faces.display)), code: families(MONO) };
  }
  const asked = look.faces.text.trim();
  const { used, exact } = faceFor(asked);
  const chain = families([used, ...(isSerif(asked) ? SERIF : SANS)]);
  return { text: chain, display: chain, code: families(MONO), ...(exact ? {} : { substituted: { asked, used } }) };
}

/** Families of the page: nothing is loaded, so each stack leads through what the machines of readers have. */
import type { Look } from '../../document/look.ts';

const SYSTEM = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif";
const BOOK = "Georgia,Gelasio,'Source Serif 4','Noto Serif','Times New Roman',serif";
const MONO = "ui-monospace,'SF Mono','Cascadia Mono',Consolas,'JetBrains Mono','DejaVu Sans Mono',Menlo,monospace";

const isSerif = (name: string): boolean =>
  /(?<!sans[- ]?)serif|roman|garamond|georgia|times|book|palatino|baskerville|didot|bodoni|caslon|minion|century|antiqua|cambria|gelasio|caladea|constantia/i.test(
    name,
  );

/** Faces of the same widths, for where the one that is named is not there. */
const TWINS: Readonly<Record<string, string>> = {
  calibri: 'Carlito',
  cambria: 'Caladea',
  arial: "'Helvetica Neue','Liberation Sans'",
  'arial narrow': "'Liberation Sans Narrow'",
  'times new roman': "Times,'Liberation Serif'",
  georgia: 'Gelasio',
  'courier new': "'Liberation Mono'",
};

/** A family name in quotation marks, with nothing in it that could end them. */
const quoted = (name: string): string => `'${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim()}'`;

function stackOf(face: string): string {
  const twin = TWINS[face.toLowerCase()];
  return [quoted(face), ...(twin === undefined ? [] : [twin]), isSerif(face) ? BOOK : SYSTEM].join(',');
}

export interface FaceStacks {
  text: string;
  display: string;
  code: string;
}

/** The house's own sans is that of the reader's machine; a face that was asked for is named first. */
export function stacksOf({ faces, ownFont, design }: Look): FaceStacks {
  const chosen = (face: string): string => (face === 'Calibri' && !ownFont && design === undefined ? SYSTEM : stackOf(face));
  return { text: chosen(faces.text), display: chosen(faces.display), code: MONO };
}

/**
 * A drawing is measured in its face: where neither that nor its twin is there, Arial or Roboto are set as wide as it
 * (`SIZED_FACES`).
 */
export function canvasStack(face: string): string {
  const twin = TWINS[face.toLowerCase()];
  const sized = isSerif(face) ? 'Octavo Serif' : /mono|consol|courier|code/i.test(face) ? undefined : 'Octavo Sans';
  return [
    quoted(face),
    ...(twin === undefined ? [] : [twin]),
    ...(sized === undefined ? ['monospace'] : [quoted(sized), isSerif(face) ? 'serif' : 'sans-serif']),
  ].join(',');
}

/** Faces of every machine, made as wide as the ones that drawings are measured in. */
export const SIZED_FACES =
  "@font-face{font-family:'Octavo Sans';src:local('Roboto'),local('Arial'),local('Helvetica Neue'),local('Liberation Sans');size-adjust:91%}" +
  "@font-face{font-family:'Octavo Serif';src:local('Times New Roman'),local('Noto Serif'),local('Liberation Serif');size-adjust:104%}";

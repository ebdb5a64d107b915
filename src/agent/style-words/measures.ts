/** Sizes, spacing and margins in words, in points, lines and centimetres. */

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`;
const toNumber = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

const SIZES: readonly RegExp[] = [
  new RegExp(String.raw`${NUMBER}[\s-]*(?:pt|pts|points?|puntos?)\b`),
  new RegExp(
    String.raw`\b(?:font[- ]?size|text size|size|tamano(?: de (?:la )?(?:letra|fuente))?|cuerpo de letra|letra a?)\s*(?:of|is|de|del|:|=|a)?\s*${NUMBER}\b(?!\s*(?:cm|mm|in|"|%|lines?|lineas?))`,
  ),
];

/** @param font whether the phrase names a font: then a number behind it is its size */
export function sizeIn(text: string, font: boolean): number | undefined {
  for (const words of SIZES) {
    const found = words.exec(text)?.[1];
    if (found !== undefined) return toNumber(found);
  }
  const bare = font ? /[a-z](?: de| at| a| en)? (\d{1,2}(?:[.,]5)?)(?!\s*(?:cm|mm|in\b|"|%|[.,]?\d))/.exec(text)?.[1] : undefined;
  const size = toNumber(bare);
  return bare !== undefined && size >= 6 && size <= 32 ? size : undefined;
}

const WORDED_SPACINGS: readonly [RegExp, number][] = [
  [/\b(?:double[- ]?(?:line )?spac|doble espacio|a doble espacio|interlineado doble|espaciado doble)/, 2],
  [/\b(?:one and a half|espacio y medio|interlineado (?:de )?(?:uno|1) y medio)/, 1.5],
  [/\b(?:single[- ]?(?:line )?spac|interlineado (?:sencillo|simple)|espaci(?:o|ado) (?:sencillo|simple))/, 1],
];

export function spacingIn(text: string): number | undefined {
  const given =
    /\b(?:line[- ]?(?:spacing|height)|spacing|leading|interlineado|espaciado|interlinea)\s*(?:of|is|at|de|del|a|:|=)?\s*(\d(?:[.,]\d{1,2})?)(?!\s*(?:cm|mm|pt|points?|puntos))\b/.exec(
      text,
    )?.[1] ?? /\b(\d[.,]\d{1,2})(?:[- ]line)?[- ](?:line[- ]?)?(?:spac|lines?\b|lineas\b)/.exec(text)?.[1];
  return given === undefined ? WORDED_SPACINGS.find(([words]) => words.test(text))?.[1] : toNumber(given);
}

const CM: Readonly<Record<string, number>> = {
  cm: 1,
  centimetros: 1,
  centimetro: 1,
  centimetres: 1,
  centimeters: 1,
  centimetre: 1,
  centimeter: 1,
  mm: 0.1,
  milimetros: 0.1,
  millimetres: 0.1,
  millimeters: 0.1,
  in: 2.54,
  inch: 2.54,
  inches: 2.54,
  pulgada: 2.54,
  pulgadas: 2.54,
  '"': 2.54,
  '”': 2.54,
};
const UNIT = String.raw`(cm|centimetros?|centimet(?:re|er)s?|mm|milimetros|millimet(?:re|er)s|in(?:ch(?:es)?)?|pulgadas?|["”])`;
const AMOUNTS: Readonly<Record<string, number>> = {
  one: 1,
  a: 1,
  an: 1,
  una: 1,
  un: 1,
  half: 0.5,
  'half an': 0.5,
  'half a': 0.5,
  media: 0.5,
  medio: 0.5,
  two: 2,
  dos: 2,
  three: 3,
  tres: 3,
  'one and a half': 1.5,
};
const AMOUNT = String.raw`(\d+(?:[.,]\d+)?|one and a half|half an?|half|one|an?|una?|media|medio|two|dos|three|tres)`;
const MARGINS = [
  new RegExp(String.raw`\bmargin(?:s|es)?\b\D{0,24}?${AMOUNT}[\s-]*${UNIT}`),
  new RegExp(String.raw`\bmargenes?\b\D{0,24}?${AMOUNT}[\s-]*${UNIT}`),
  new RegExp(String.raw`(?<![\p{L}\d])${AMOUNT}[\s-]*${UNIT}[\s-]+(?:\p{L}+ ){0,2}(?:margin|margen)`, 'u'),
];

export function marginsIn(text: string): number | undefined {
  if (!/\bmarg(?:in|en)/.test(text)) return undefined;
  for (const words of MARGINS) {
    const found = words.exec(text);
    if (found) return (AMOUNTS[found[1] ?? ''] ?? toNumber(found[1])) * (CM[found[2] ?? ''] ?? 1);
  }
  if (/\b(?:narrow|small|thin|tight|estrech[oa]s?|pequen[oa]s?|reducid[oa]s?)\b/.test(text)) return 1.5;
  if (/\b(?:wide|large|broad|generous|big|anch[oa]s?|ampli[oa]s?|generos[oa]s?|grandes?)\b/.test(text)) return 3.5;
  return /\b(?:normal|standard|estandar|normales)\b/.test(text) ? 2.5 : undefined;
}

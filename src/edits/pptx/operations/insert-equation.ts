import { maxOf } from '../../../base/extremes.ts';
import { A14, M, MC } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { Run } from '../../../document/inline.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { texToOmml } from '../../../ooxml/omml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { formulaRuns, isSpelledWell } from '../../../writers/formula-text.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { addToSlide, choosePlace, emuOf, frameXml, headXml, namesOf, numberFor, placeFields, sayPlace } from '../mechanics/new-object.ts';
import { languageOf } from '../mechanics/new-slide.ts';
import { inkXml, lookOf } from '../mechanics/slide-look.ts';

const schema = z.strictObject({
  op: z.literal('insert_equation'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  tex: textFits(1, 20_000).describe('The formula in TeX, without dollar signs.'),
  size_pt: z.number().min(6).max(200).optional().describe('24 where absent.'),
  ...placeFields,
});

const USUAL_PT = 24;
const EMU_PER_PT = 12_700;
/** How wide and high a formula is, of its size: guessed from its source, as PowerPoint alone sets it. */
const SIGN_SHARE = 0.75;
const LINE_SHARE = 1.7;
/** Of a letter or space in the line of signs. */
const SPELLED_SHARE = 0.55;
/** Both inner margins of a box (ISO/IEC 29500-1 §21.1.2.1.1). */
const MARGINS_EMU = 182_880;
const SOURCE_SHARE = 0.6;
const SIGNS_SHARE = 0.9;

function sizeOf(tex: string, sizePt: number): { cx: number; cy: number } {
  const lines = tex.split(String.raw`\\`);
  const signs = (line: string): number => line.replaceAll(/\\[A-Za-z]+/g, 'x').replaceAll(/[{}\s^_&]/g, '').length;
  // the line of signs that other programs show needs its spaces, and both the margins of their box
  const spelled = isSpelledWell(tex) ? formulaRuns(tex).reduce((sum, { text }) => sum + text.length, 0) * SPELLED_SHARE : 0;
  const high = /\\(?:d?frac|sum|int|prod|lim|binom)/.test(tex) ? 2 : 1;
  const wide = Math.max(maxOf([3, ...lines.map(signs)]) * SIGN_SHARE, spelled) * sizePt * EMU_PER_PT + MARGINS_EMU;
  return {
    cx: Math.round(Math.min(emuOf(24), Math.max(emuOf(3), wide))),
    cy: Math.round(lines.length * high * sizePt * LINE_SHARE * EMU_PER_PT),
  };
}

/** What programs show that read no equations: the formula in its signs, or its source where a line of signs would say something else. */
function sourceXml(tex: string, lang: string, hundredths: number, ink: string): string {
  const isSpelled = isSpelledWell(tex);
  const size = Math.round(hundredths * (isSpelled ? SIGNS_SHARE : SOURCE_SHARE));
  const runs = (isSpelled ? formulaRuns(tex) : [{ text: tex }]).map(({ text, script }: Run) => {
    const baseline = script === undefined ? '' : ` baseline="${script === 'super' ? 30_000 : -25_000}"`;
    return `<a:r><a:rPr lang="${lang}" sz="${size}" i="1"${baseline}>${ink}</a:rPr><a:t>${escapeText(text)}</a:t></a:r>`;
  });
  return `<a:p><a:pPr algn="ctr"/>${runs.join('')}</a:p>`;
}

export const insertDeckEquation = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'insert_equation',
  format: 'pptx',
  summary: 'Puts an equation that PowerPoint can edit on a slide; programs that know no equations show it in signs, or its source',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free',
    unsupported: 'it is no TeX that can be read',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const { xml: math, problem } = texToOmml(fields.tex, { display: true, host: 'drawing' });
    if (problem !== undefined) return reject('unsupported', problem);
    const sizePt = fields.size_pt ?? USUAL_PT;
    const size = sizeOf(fields.tex, sizePt);
    const placed = choosePlace(file, slide, fields, { least: size, most: size }, []);
    if (isRejected(placed)) return placed;
    const ink = inkXml(lookOf(file, slide, placed.frame));
    const hundredths = Math.round(sizePt * 100);
    const sized = math
      .replace(/^<m:oMathPara>/, `<m:oMathPara xmlns:m="${M}">`)
      .replaceAll('<a:rPr>', `<a:rPr sz="${hundredths}">${ink}`)
      .replaceAll('<a:rPr/>', `<a:rPr sz="${hundredths}">${ink}</a:rPr>`);
    const lang = escapeAttribute(languageOf(slide));
    const id = numberFor(slide, undefined);
    const shape = (paragraph: string): string =>
      `<p:sp ${namesOf(file)}><p:nvSpPr>${headXml(id, 'Equation', fields.tex)}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
      `<p:spPr>${frameXml(placed.frame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square" rtlCol="0" anchor="ctr"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraph}</p:txBody></p:sp>`;
    const equation = `<a:p><a14:m>${sized}</a14:m><a:endParaRPr lang="${lang}" sz="${hundredths}"/></a:p>`;
    const source = sourceXml(fields.tex, lang, hundredths, ink);
    const xml = `<mc:AlternateContent xmlns:mc="${MC}"><mc:Choice xmlns:a14="${A14}" Requires="a14">${shape(equation)}</mc:Choice><mc:Fallback>${shape(source)}</mc:Fallback></mc:AlternateContent>`;
    const added = addToSlide(slide, 'shape', xml);
    return isRejected(added) ? added : { ...added, ...sayPlace(file, slide, placed), after: fields.tex };
  },
  examples: [
    {
      name: 'beside what is there',
      operation: { op: 'insert_equation', target: 's1', tex: String.raw`E = m c^2` },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'no TeX',
      operation: { op: 'insert_equation', target: 's1', tex: String.raw`\frac{1}{` },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

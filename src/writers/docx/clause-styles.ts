/** Clauses: one multilevel list linked to four styles, so that numbers are counted by Word and referred to by fields. */
import { dxaOfCm } from './measures.ts';
import { rolePPr, roleRPr, styleXml } from './style-xml.ts';
import type { StyleContext } from './styles.ts';

export const CLAUSE_NUM_ID = 1;

/** Where the number is and where its text begins, by level, in cm. */
export const CLAUSE_INDENTS = [
  { numberCm: 0, textCm: 1.1 },
  { numberCm: 0, textCm: 1.1 },
  { numberCm: 1.1, textCm: 2 },
  { numberCm: 2, textCm: 2.9 },
] as const;

export function clauseStyles({ look, slots, clauseLevel }: StyleContext): string[] {
  const { body, heading2 } = look.roles;
  const align = look.bodyAlign === 'left' ? {} : { align: look.bodyAlign };
  const head = {
    ...body,
    sizePt: Math.max(body.sizePt + 1, Math.min(heading2.sizePt, body.sizePt + 1)),
    color: heading2.color,
    bold: true,
    line: 1.05,
    beforePt: 12,
    afterPt: 4,
    keepNext: true,
    keepLines: true,
  };
  const texts = CLAUSE_INDENTS.map(({ numberCm, textCm }, at) => {
    const role = at === 0 ? head : { ...body, ...align, afterPt: at === 1 ? 5 : 4 };
    return styleXml({
      id: `Clause${at + 1}`,
      name: `Clause ${at + 1}`,
      basedOn: 'Normal',
      quick: true,
      ...(at === 0 ? { next: 'Clause2' } : {}),
      pPr: rolePPr(role, {
        numPr: { numId: CLAUSE_NUM_ID, level: at },
        leftDxa: dxaOfCm(textCm),
        hangingDxa: dxaOfCm(textCm - numberCm),
        ...(at === 0 ? { outline: clauseLevel - 1 } : {}),
      }),
      rPr: roleRPr(role, look, slots),
    });
  });
  const continued = CLAUSE_INDENTS.slice(1).map(({ textCm }, at) =>
    styleXml({
      id: `ClauseText${at + 2}`,
      name: `Clause Text ${at + 2}`,
      basedOn: 'Normal',
      pPr: rolePPr({ ...body, ...align, afterPt: 5 }, { leftDxa: dxaOfCm(textCm) }),
    }),
  );
  const part = styleXml({
    id: 'ClausePart',
    name: 'Clause Part',
    basedOn: 'Normal',
    pPr: rolePPr(
      { ...body, ...align, afterPt: 5 },
      { tabs: `<w:tabs><w:tab w:val="left" w:pos="${dxaOfCm(1.1)}"/></w:tabs>`, leftDxa: dxaOfCm(1.1), hangingDxa: dxaOfCm(1.1) },
    ),
  });
  return [...texts, ...continued, part];
}

/** Why a text is no formula that may stand in a workbook: half a sentence. Caught where the cell is planned, and told in a note. */
export class FormulaFault extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'FormulaFault';
  }
}

/** Words that a document's own furniture uses, by its language. Other languages fall back to English. */
const en = {
  contents: 'Contents', page: 'Page', of: 'of', table: 'Table', figure: 'Figure', source: 'Source:', note: 'Note', tip: 'Tip', warning: 'Warning',
  key: 'Key point', inShort: 'In short', decision: 'Decision', pending: 'Pending', to: 'To', from: 'From', copy: 'Copy', date: 'Date', subject: 'Subject',
  reference: 'Our reference', organization: 'Organisation', preparedFor: 'Prepared for', preparedBy: 'Prepared by', version: 'Version', appendix: 'Appendix', total: 'Total',
  continued: 'continued', name: 'Name', signedFor: 'Signed for', footnote: 'Footnote', memo: 'Memo', minutes: 'Minutes', place: 'Place', chair: 'Chair',
  secretary: 'Secretary', present: 'Present', apologies: 'Apologies', checked: 'done', unchecked: 'open', image: 'Picture', chart: 'Chart', clause: 'clause',
};
export type Labels = Readonly<Record<keyof typeof en, string>>;
const es: Labels = {
  contents: 'Índice', page: 'Página', of: 'de', table: 'Tabla', figure: 'Figura', source: 'Fuente:', note: 'Nota', tip: 'Consejo', warning: 'Aviso',
  key: 'Idea clave', inShort: 'En resumen', decision: 'Acuerdo', pending: 'Pendiente', to: 'Para', from: 'De', copy: 'Copia', date: 'Fecha', subject: 'Asunto',
  reference: 'Nuestra referencia', organization: 'Organización', preparedFor: 'Preparado para', preparedBy: 'Preparado por', version: 'Versión', appendix: 'Anexo', total: 'Total',
  continued: 'continuación', name: 'Nombre', signedFor: 'Firmado por', footnote: 'Nota al pie', memo: 'Memorando', minutes: 'Acta', place: 'Lugar', chair: 'Preside',
  secretary: 'Secretaría', present: 'Asisten', apologies: 'Excusan', checked: 'hecho', unchecked: 'pendiente', image: 'Imagen', chart: 'Gráfico', clause: 'cláusula',
};

/** @param lang BCP 47 */
export function labelsOf(lang: string): Labels {
  return /^es\b/i.test(lang) ? es : en;
}

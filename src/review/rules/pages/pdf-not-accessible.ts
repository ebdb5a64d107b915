import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** PDF/UA-1 (ISO 14289-1) §7.1 and §7.2: marked content, a title and a language. */
export const pdfNotAccessible = definePageRule({
  code: 'pdf_not_accessible',
  severity: 'error',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['pdf'], severity: 'warning' },
  accessibility: true,
  summary: 'a PDF without tags or language',
  check: (drawn) => {
    const missing = [...(drawn.tagged ? [] : ['tags']), ...(drawn.lang === '' ? ['language'] : [])];
    return missing.length === 0 ? [] : [{ message: `The PDF has no ${missing.join(' and no ')}: screen readers cannot read it well.` }];
  },
  examples: {
    fires: [
      { name: 'no tags', document: {}, drawn: drawnOf([pageOf(1, textLines(3))], { tagged: false }) },
      { name: 'no language', document: {}, drawn: drawnOf([pageOf(1, textLines(3))], { lang: '' }) },
    ],
    silent: [{ name: 'all there', document: {}, drawn: drawnOf([pageOf(1, textLines(3))]) }],
  },
});

import { defineWordRule } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { childOf, valueOf } from '../../../ooxml/scan-tags.ts';
import { relatedPart } from '../../package-file.ts';

const CORE_PART = 'docProps/core.xml';

/** The title is in the window and is read out first; without a language, words are spoken and checked as those of another (WCAG 2.2, 2.4.2 and 3.1.1). A picture alone has no words to name it by. */
export const propertiesMissing = defineWordRule({
  code: 'properties_missing',
  severity: 'warning',
  accessibility: true,
  summary: 'a Word file without a title or a language in its properties',
  check: (file) => {
    const title = childOf(file.part(CORE_PART)?.root, 'title')?.text.trim() ?? '';
    const styles = relatedPart(file, 'styles');
    const lang = valueOf(childOf(styles?.root, 'docDefaults', 'rPrDefault', 'rPr', 'lang'), 'val') ?? '';
    return [
      ...(title === ''
        ? [{ message: 'The Word file has no title among its properties.', severity: 'info' as const, location: { part: CORE_PART } }]
        : []),
      ...(lang === '' ? [{ message: 'The Word file does not say in which language it is.', location: { part: styles?.name ?? '' } }] : []),
    ];
  },
  examples: {
    fires: [
      { name: 'no title', file: () => wordFileOf({ body: paragraphXml(''), title: '' }) },
      { name: 'no language', file: () => wordFileOf({ body: paragraphXml(''), styles: '' }) },
    ],
    silent: [{ name: 'both', file: () => wordFileOf({ body: paragraphXml('') }) }],
  },
});

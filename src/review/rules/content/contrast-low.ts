import { contrast } from '../../../base/color.ts';
import { resolveLook, TEXT_ROLES, type TextRoleName } from '../../../document/look.ts';
import { defineContentRule } from '../../define-rule.ts';

/** WCAG 2.2, 1.4.3: 4.5 for text, 3 for large text (18 pt, or 14 pt bold). */
const SMALL_MIN = 4.5;
const LARGE_MIN = 3;

const NAMES: Partial<Record<TextRoleName, string>> = {
  title: 'title',
  heading1: 'headings',
  heading2: 'headings',
  heading3: 'headings',
  body: 'text',
};

/** Only a client's own colours can be too light: the looks' are checked where they are defined. */
export const contrastLow = defineContentRule({
  code: 'contrast_low',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  accessibility: true,
  summary: 'text too light to be read on white',
  check: ({ look }) => {
    const told = new Set<string>();
    return TEXT_ROLES.flatMap((name) => {
      // the head of a filled table stands on a ground of its own, chosen with its text
      if (name === 'tableHead' && look.forms.table === 'filled') return [];
      const role = look.roles[name];
      const large = role.sizePt >= 18 || (role.bold === true && role.sizePt >= 14);
      const ratio = contrast(role.color, 'FFFFFF');
      if (ratio >= (large ? LARGE_MIN : SMALL_MIN) || told.has(role.color)) return [];
      told.add(role.color);
      return [
        {
          message: `The colour ${role.color} of the ${NAMES[name] ?? name} has a contrast of ${ratio.toFixed(1)} on white; ${large ? LARGE_MIN : SMALL_MIN} is the least that can be read well.`,
        },
      ];
    });
  },
  examples: {
    fires: [
      {
        name: 'yellow text',
        document: {},
        look: resolveLook('report', { colors: { title: 'FFD400', headings: '0B3B40', text: 'FFD400', accent: '0E6E73' } }),
      },
    ],
    silent: [{ name: 'the look as it is', document: {} }],
  },
});

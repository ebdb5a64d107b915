import { resolveLook } from '../../../document/look.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Printers leave 0.4 to 0.6 cm white; a binder takes 1.2; below 1.5 the page looks full to the brim. */
const MARGIN_CM_MIN = 1.5;

export const marginsNarrow = defineContentRule({
  code: 'margins_narrow',
  severity: 'info',
  formats: ['docx', 'pdf'],
  summary: 'margins that a printer or binder may cut into',
  check: ({ look }) => {
    const least = Math.min(look.page.leftCm, look.page.rightCm, look.page.topCm, look.page.bottomCm);
    return least >= MARGIN_CM_MIN
      ? []
      : [{ message: `The margins are ${least} cm; below ${MARGIN_CM_MIN} cm they look cramped and may not print whole.` }];
  },
  examples: {
    fires: [{ name: 'one centimetre', document: {}, look: resolveLook('report', { margins_cm: 1 }) }],
    silent: [{ name: 'the look as it is', document: {} }],
  },
});

/** The one script of a page: what its blocks need, and nothing else. */
import type { Interactive } from '../../document/interactive.ts';
import { CORE_SCRIPT, START_SCRIPT } from './script-core.ts';
import { FORM_SCRIPT, RECORDS_SCRIPT } from './script-forms.ts';
import { CALCULATOR_SCRIPT, CHECKLIST_SCRIPT, FORMULA_SCRIPT, POLL_SCRIPT, TALLY_SCRIPT } from './script-lists.ts';
import { TABLE_SCRIPT } from './script-tables.ts';

const SCRIPTS: Readonly<Record<Interactive['type'], string>> = {
  form: FORM_SCRIPT,
  records: RECORDS_SCRIPT,
  checklist: CHECKLIST_SCRIPT,
  poll: POLL_SCRIPT,
  tally: TALLY_SCRIPT,
  calculator: `${FORMULA_SCRIPT}\n${CALCULATOR_SCRIPT}`,
};

/** @param uses kinds of interactive blocks on the page @param sorts whether it has tables that sort; '' where it needs no script */
export function pageScript(uses: ReadonlySet<Interactive['type']>, sorts: boolean): string {
  const parts = uses.size === 0 ? [] : [CORE_SCRIPT, ...[...uses].map((type) => SCRIPTS[type]), START_SCRIPT];
  const own = parts.length === 0 ? '' : `(function(){'use strict';\n${parts.join('\n')}\n})();`;
  return [own, sorts ? TABLE_SCRIPT : ''].filter((part) => part !== '').join('\n');
}

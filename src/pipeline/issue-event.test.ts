import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FINDING_CODES } from '../base/finding-code.ts';
import type { Finding } from '../base/finding.ts';
import { ALL_RULES } from '../review/all-rules.ts';
import { openDeckView } from '../review/deck-view.ts';
import { exampleDraft } from '../review/example-pages.ts';
import type { Rule } from '../review/define-rule.ts';
import { reviewPackage } from '../review/review.ts';
import { issueEvent } from './issue-event.ts';

/** What the examples that must fire are found to have. */
function findingsOf(rule: Rule): Finding[] {
  const seen = { code: rule.code, severity: rule.severity, fixable: false, certainty: 'static', disposition: 'new' } as const;
  const hits =
    rule.sees === 'content'
      ? rule.examples.fires.flatMap((example) => rule.check(exampleDraft(example)))
      : rule.sees === 'pages'
        ? rule.examples.fires.flatMap((example) => rule.check(example.drawn, exampleDraft(example)))
        : rule.sees === 'slides'
          ? rule.examples.fires.flatMap((example) => rule.check(openDeckView(example.file()), example.drawn))
          : null;
  if (hits !== null) return hits.map(({ message, location = {} }) => ({ ...seen, message, location }));
  const files = rule.sees === 'content' || rule.sees === 'pages' || rule.sees === 'slides' ? [] : rule.examples.fires;
  return files.flatMap((example) => reviewPackage(example.file()).map(({ finding }) => finding)).filter(({ code }) => code === rule.code);
}

/** What anybody may read: what the rule finds in general, numbers, and addresses that the service makes. */
const PLACE = /^(?: \((?:page|slide) \d+\)| \(cell [A-Z]{0,3}\d*(?::[A-Z]{0,3}\d*)?\)| \(block [a-z\d.]+\))?\.$/;

test('an event says what kind of thing was found and where, whatever the example of the rule holds', () => {
  let found = 0;
  for (const rule of ALL_RULES) {
    const findings = findingsOf(rule);
    for (const finding of findings) {
      const { data } = issueEvent(finding);
      assert.ok('message' in data && 'location' in data && typeof data.message === 'string', rule.code);
      const start = `Found ${rule.summary}`;
      assert.ok(data.message.startsWith(start) && PLACE.test(data.message.slice(start.length)), `${rule.code}: ${data.message}`);
      assert.deepEqual(
        Object.keys(data.location ?? {}).filter((key) => !['page', 'slide', 'cell', 'block_id', 'bbox'].includes(key)),
        [],
      );
      found++;
    }
  }
  assert.ok(found >= ALL_RULES.length, `${found} findings of ${ALL_RULES.length} rules`);
});

test('neither the message nor the place of a finding can carry words of the document', () => {
  const secret = 'Zanzibar';
  for (const code of FINDING_CODES) {
    const location = { sheet: secret, part: `word/${secret}.xml`, block_id: `${secret}!B2`, cell: `${secret}!B2`, page: 3 };
    const event = issueEvent({
      code,
      severity: 'warning',
      message: `It says ${secret}.`,
      location,
      fixable: false,
      certainty: 'static',
      disposition: 'new',
    });
    assert.ok(!JSON.stringify(event).includes(secret), code);
    assert.match(JSON.stringify(event), /"message":"Found .+ \(page 3\)\."/);
  }
});

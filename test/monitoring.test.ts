/** The dashboard and the rules ask for metrics that there are. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { listTrackedFiles, ROOT } from './support/read-sources.ts';

const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const MONITORING = ['config/monitoring/grafana-dashboard.json', 'config/monitoring/alerts.yaml'];

test('every metric that is drawn or watched is one of ours', () => {
  const sources = (listTrackedFiles() ?? []).filter((path) => /^src\/(?:server|main)\/.*(?<!\.test)\.ts$/.test(path));
  const known = new Set(sources.flatMap((path) => read(path).match(/(?<=name: ')octavo_[a-z_]+(?=')/g) ?? []));
  const asked = MONITORING.flatMap((path) => read(path).match(/octavo_[a-z_]+/g) ?? []).map((name) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );
  assert.ok(known.size >= 8 && asked.length > 15);
  assert.deepEqual(
    asked.filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual(
    [...known].filter((name) => !asked.includes(name)),
    [],
    'each is on the dashboard',
  );
});

test('every rule is explained in docs/operations.md', () => {
  const { groups }: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(read('config/monitoring/alerts.yaml'));
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length >= 7);
  for (const { alert, expr } of rules) {
    assert.ok(read('docs/operations.md').includes(`| \`${alert}\` |`), alert);
    assert.ok(expr.length > 5);
  }
});

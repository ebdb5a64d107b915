/** A repair of a page costs a render: in every format for which it is offered it must change what is rendered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { PAGE_RULES } from '../src/review/all-rules.ts';
import type { Draft } from '../src/review/define-rule.ts';
import { exampleDraft } from '../src/review/example-pages.ts';
import { repairFor } from '../src/review/review.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { writeTypst } from '../src/writers/typst.ts';

const created = new Date(0);
const write = {
  docx: ({ document, look }: Draft): string =>
    Object.entries(unzipSync(buildDocx(document, look, { created }).render))
      .map(([name, bytes]) => `${name}\n${new TextDecoder().decode(bytes)}`)
      .join('\n'),
  pdf: ({ document, look }: Draft): string => writeTypst(document, look).value.source,
};

for (const rule of PAGE_RULES)
  for (const format of ['docx', 'pdf'] as const) {
    if (!rule.formats.includes(format)) continue;
    const changes = new Map<string, boolean>();
    for (const example of rule.examples.fires) {
      const draft = exampleDraft(example);
      for (const hit of rule.check(example.drawn, draft)) {
        const repair = repairFor(format, hit.repair);
        if (repair === undefined) continue;
        const changed = write[format](repair.apply(draft)) !== write[format](draft);
        changes.set(repair.fix, (changes.get(repair.fix) ?? false) || changed);
      }
    }
    for (const [fix, changed] of changes)
      test(`${fix} changes a ${format} file with ${rule.code}`, () => assert.ok(changed, 'no example of the rule is changed by it'));
  }

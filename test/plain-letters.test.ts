/** Heads of letters and places to sign as people type them, without directives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Letterhead } from '../src/document/block.ts';
import { readPlainLetterhead } from '../src/document/plain-letterhead.ts';
import { walkBlocks } from '../src/document/walk.ts';
import { readMarkdown } from '../src/readers/markdown.ts';

const read = (markdown: string): Block[] => readMarkdown(markdown, { pictures: 0 }).value.blocks;
const BODY = 'I write to you about it.\n\nYours faithfully,\n\nMaria Schmidt\n';
const headOf = (head: string, greeting = 'Dear Sir or Madam,'): Omit<Letterhead, 'id' | 'type'> | undefined => {
  const [first] = readPlainLetterhead(read(`${head}\n\n${greeting}\n\n${BODY}`));
  if (first?.type !== 'letterhead') return undefined;
  const { id: _id, type: _type, ...rest } = first;
  return rest;
};
const SENDER = 'Maria Schmidt\nRosenweg 4\n50667 Köln';
const from = ['Maria Schmidt', 'Rosenweg 4', '50667 Köln'];

test('a typed head of a letter is its letterhead', () => {
  assert.deepEqual(headOf(`${SENDER}\n\nKöln, 14 November 2026\n\nStadtwerke GmbH\n50823 Köln\n\nSubject: Contract 4471`), {
    from,
    to: ['Stadtwerke GmbH', '50823 Köln'],
    date: 'Köln, 14 November 2026',
    subject: 'Contract 4471',
  });
  assert.deepEqual(headOf('November 14, 2026\n\nMr. John Smith\nAcme Corp\nSpringfield, IL 62701', 'Dear Mr. Smith,'), {
    from: [],
    to: ['Mr. John Smith', 'Acme Corp', 'Springfield, IL 62701'],
    date: 'November 14, 2026',
  });
  assert.deepEqual(headOf('Madrid, 14 de noviembre de 2026\n\nSra. Ana Ruiz\nC/ Mayor 4\n\nAsunto: Renovación', 'Estimada Sra. Ruiz:'), {
    from: [],
    to: ['Sra. Ana Ruiz', 'C/ Mayor 4'],
    date: 'Madrid, 14 de noviembre de 2026',
    subject: 'Renovación',
  });
});

test('a single address is that of who signs where the names are the same, and a date may be its last line', () => {
  assert.deepEqual(headOf(`${SENDER}\n14 November 2026`), { from, to: [], date: '14 November 2026' });
  assert.deepEqual(headOf('To: Ana Ruiz\n\nFrom: Maria Schmidt\n\nDate: 14 November 2026'), {
    from: ['Maria Schmidt'],
    to: ['Ana Ruiz'],
    date: '14 November 2026',
  });
});

test('what is to be filled in is the head of a letter as well', () => {
  assert.deepEqual(headOf('[Your Name]\n[Your Address]\n[Email]\n\n[Date]\n\n[Hiring Manager]\n[Company]', 'Dear [Hiring Manager],'), {
    from: ['[Your Name]', '[Your Address]', '[Email]'],
    to: ['[Hiring Manager]', '[Company]'],
    date: '[Date]',
  });
});

test('what is no address or would lose a link stays as it is', () => {
  assert.equal(headOf('We met last week. It was a long day.\n\nThen we left for the station.'), undefined);
  assert.equal(headOf('# A complaint\n\nMaria Schmidt\nRosenweg 4\n\n14 November 2026'), undefined);
  assert.equal(headOf('[Maria Schmidt](https://example.com/ms)\nRosenweg 4\n\n14 November 2026'), undefined);
  assert.deepEqual(headOf('Maria Schmidt\nmaria@example.com\n\n14 November 2026')?.from, ['Maria Schmidt', 'maria@example.com']);
});

const CONTRACT =
  '# Service Agreement\n\nbetween A Ltd and B plc.\n\n## 1. Services\n\nThe Provider works.\n\n## 2. Fees\n\nThe fee is £1.\n\n';
const signedBy = (end: string): string | undefined => {
  const found = [...walkBlocks(read(CONTRACT + end))].find((block) => block.type === 'signatures');
  return found?.type === 'signatures' ? found.parties.map(({ name, role = '' }) => `${name}|${role}`).join(' / ') : undefined;
};

test('parties with lines to sign on below their names are signatures', () => {
  const lines = (name: string, title: string): string =>
    `Signature: ______________\nName: ${name}\nTitle: ${title}\nDate: ______________\n\n`;
  assert.equal(
    signedBy(`**For the Provider:**\n\n${lines('Jane Roe', 'CEO')}**For the Client:**\n\n${lines('John Doe', 'CFO')}`),
    'Provider|Jane Roe, CEO / Client|John Doe, CFO',
  );
  assert.equal(signedBy('**A Ltd**\nBy: __________\nName: __________\n\n**B plc**\nBy: __________\nName: __________\n'), 'A Ltd| / B plc|');
  assert.equal(
    signedBy('**EL ARRENDADOR**\n\nFdo.: __________\n\n**EL ARRENDATARIO**\n\nFdo.: __________\n'),
    'ARRENDADOR| / ARRENDATARIO|',
  );
  assert.equal(signedBy('Signed for A Ltd: __________ Date: ______\n\nSigned for B plc: __________ Date: ______\n'), 'A Ltd| / B plc|');
  assert.equal(signedBy('- **Provider:** __________ Date: ______\n- **Client:** __________ Date: ______\n'), 'Provider| / Client|');
});

test('what is written in already and has no place among signatures stays text', () => {
  assert.equal(signedBy('**A Ltd**\n\nBy: __________\n\nDate: 3 May 2026\n\n**B plc**\n\nBy: __________\n\nDate: 4 May 2026\n'), undefined);
  assert.equal(signedBy('**Delivery**\n\nGoods are sent.\n\n**Payment**\n\nMoney is paid.\n'), undefined);
});

test('the number of a table stays where the text names it, and its caption begins with a capital', () => {
  const captions = read('Table 1 shows the cities.\n\n| A | B |\n|---|---|\n| x | 1 |\n\n*Table 1: cities and lanes.*\n').flatMap((block) =>
    block.type === 'table' ? [block.caption?.map(({ text }) => text).join('')] : [],
  );
  assert.deepEqual(captions, ['Cities and lanes.']);
});

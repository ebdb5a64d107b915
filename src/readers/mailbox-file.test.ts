import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMailbox } from './mailbox-file.ts';

const split = (...lines: string[]): string[] =>
  splitMailbox(Buffer.from(lines.join('\n'))).map((message) => Buffer.from(message).toString());

test('a folder of mail is its messages', () => {
  const messages = split('From a@b Mon Jun  1 10:00:00 2009', 'Subject: A', '', 'One', '', 'From c@d Mon Jun  1 11:00:00 2009', '', 'Two');
  assert.equal(messages.length, 2);
  assert.match(messages[0] ?? '', /Subject: A\n\nOne\n\n$/);
  assert.match(messages[1] ?? '', /^From c@d[^]*Two$/);
});

test('a line of the text that begins with From divides no message, nor is a single message divided', () => {
  assert.equal(split('From a@b Mon Jun  1 10:00:00 2009', 'Subject: A', '', 'x', '', 'From here on', 'we go').length, 1);
  assert.equal(split('Subject: A', '', 'x', '', 'From c@d Mon Jun  1 11:00:00 2009', 'Subject: B').length, 1);
});

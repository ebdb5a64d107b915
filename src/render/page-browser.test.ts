/** Pages in the sandboxed browser: what is seen of them, what they cannot reach, and what becomes of those that never end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withoutChromium } from '../../test/support/browser.ts';
import { Refusal } from '../base/refusal.ts';
import type { ScreenWish } from '../ports/page-browser.ts';
import { createPageBrowser, type PageBrowserOptions } from './page-browser.ts';

const skip = withoutChromium();
const workDir = mkdtempSync(join(tmpdir(), 'page-browser-'));
const open = (more: Partial<PageBrowserOptions> = {}) => createPageBrowser({ workDir, ...more });
const browser = open();
after(async () => {
  await browser.close();
  rmSync(workDir, { recursive: true, force: true });
});

const DESK: ScreenWish = { widthPx: 1_280, scheme: 'light', heightMaxPx: 2_480 };
const PHONE: ScreenWish = { widthPx: 360, scheme: 'dark', heightMaxPx: 2_000 };
const page = (body: string): Uint8Array =>
  Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A</title></head><body><main>${body}</main></body></html>`);

test('a page is drawn at both widths, used, and told of with what is wrong with it', { skip }, async () => {
  const visit = await browser.visit(
    page(
      `<h1>Tickets</h1><label>Name <input id="name"></label><button id="go">Book</button><button>Dead</button><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<p id="said"></p><div style="width:700px;height:2600px">wide</div>
<script>document.getElementById('go').onclick = () => { document.getElementById('said').textContent = 'Booked for ' + document.getElementById('name').value; }; console.error('one'); throw new Error('two');</script>`,
    ),
    { pictures: [DESK, PHONE], axe: true, uses: true },
  );
  assert.deepEqual(
    visit.pictures.map(({ widthPx, scheme, width, height, png }) => [
      widthPx,
      scheme,
      width,
      height,
      Buffer.from(png).subarray(1, 4).toString(),
    ]),
    [
      [1_280, 'light', 1_280, 2_480, 'PNG'],
      [360, 'dark', 720, 4_000, 'PNG'],
    ],
  );
  const told = visit.trouble.map(({ kind, message }) => `${kind}: ${message}`);
  for (const part of ['console: one', 'exception: two', 'dead_end: Pressing "Dead" changes nothing', 'cut_off: At 360 px'])
    assert.ok(
      told.some((line) => line.startsWith(part)),
      `${part}: ${told.join(' | ')}`,
    );
  assert.ok(visit.axe.some(({ rule, impact }) => rule === 'image-alt' && impact === 'critical'));
  assert.ok(
    visit.tried.some((line) => line.includes('Booked for Ada')),
    visit.tried.join(' | '),
  );
  assert.ok(visit.words > 3);
});

test('steps of a visitor are done one after another, and the first that cannot be done ends them', { skip }, async () => {
  const { tried } = await browser.visit(
    page(
      `<label>Size <select id="s"><option value="">-</option><option value="M">M</option></select></label><label><input type="checkbox" id="t">Terms</label><button onclick="document.getElementById('o').textContent = document.getElementById('s').value + document.getElementById('t').checked">Go</button><p id="o"></p>`,
    ),
    {
      pictures: [DESK],
      steps: [
        { do: 'choose', target: 'Size', value: 'M' },
        { do: 'tick', target: 'Terms' },
        { do: 'click', target: 'Go' },
        { do: 'click', target: 'Nowhere' },
        { do: 'click', target: 'Go' },
      ],
    },
  );
  assert.deepEqual(tried.length, 4);
  assert.match(tried[2] ?? '', /now it says "Mtrue"/);
  assert.match(tried[3] ?? '', /nothing named "Nowhere"/);
});

test('a page in the sandbox reaches no server, not even one on this machine, without any policy of its own', { skip }, async (t) => {
  let heard = 0;
  const server = createServer((socket) => {
    heard += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const visit = await browser.visit(
    page(
      `<img src="http://127.0.0.1:${port}/a"><iframe src="http://127.0.0.1:${port}/b"></iframe><script>fetch('http://127.0.0.1:${port}/c').catch(() => {}); new WebSocket('ws://127.0.0.1:${port}/d'); setTimeout(() => { location = 'http://127.0.0.1:${port}/e' }, 50);</script>`,
    ),
    { pictures: [DESK] },
  );
  assert.equal(heard, 0);
  assert.ok(visit.trouble.some(({ kind }) => kind === 'request'));
  // the control: the server hears whoever is outside the box
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  assert.equal(heard, 1);
});

test('a page that never ends costs its browser and nothing else', { skip }, async (t) => {
  const impatient = open({ timeoutMs: 6_000 });
  t.after(() => impatient.close());
  await assert.rejects(
    impatient.visit(page('<script>for (;;);</script>'), { pictures: [DESK] }),
    (error) => error instanceof Refusal && error.code === 'processing_failed',
  );
  const next = await browser.visit(page('<h1>Fine</h1>'), { pictures: [DESK] });
  assert.equal(next.pictures.length, 1);
});

test('where there is no Chromium it says so', () => {
  assert.equal(open({ chromium: null }).isThere, false);
});

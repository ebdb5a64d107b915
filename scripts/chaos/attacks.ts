/** What is done to the service: each attack takes about the time that it is given and leaves the world as it found it. */
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelAll, type Attack } from './attack.ts';
import { floodRoutes } from './flood-routes.ts';
import { ask, send, type World } from './world.ts';

const MEMO = '# Memo\n\nThe weekly review moves to Tuesday.\n\n| Item | Amount |\n|---|--:|\n| Paper | 12.50 |\n';
const report = (sections: number): string =>
  `# Report\n\n::toc\n\n${Array.from({ length: sections }, (_, i) => `## Section ${i + 1}\n\n${'The supplier confirmed the plan for the coming year. '.repeat(30)}\n\n| A | B |\n|---|--:|\n| x | ${i} |\n`).join('\n')}`;

const BODIES = [
  { content: { markdown: MEMO }, format: 'docx' },
  { content: { markdown: MEMO }, format: 'pdf' },
  { content: { markdown: report(6) }, format: 'docx' },
  { content: { markdown: '::slide{layout=title}\n# A plan\n\n::slide\n## Cities\n\n- Vigo\n' }, format: 'pptx' },
];

/** Sends documents of several kinds, a few at a time, until the time is over. The ids of those that were accepted. */
async function keepSending(world: World, untilMs: number, everyMs = 250): Promise<string[]> {
  const sent: Promise<string | null>[] = [];
  for (let i = 0; Date.now() < untilMs; i++) {
    sent.push(send(world, BODIES[i % BODIES.length] ?? {}, { timeoutMs: 20_000 }));
    await sleep(everyMs);
  }
  return (await Promise.all(sent)).filter((id) => id !== null);
}

/** Documents of each kind, so that what a process loads once is not taken for a block by a request: several, since the other process takes some. */
export async function warmUp(world: World): Promise<void> {
  const ROUNDS = 4;
  for (const body of Array.from({ length: ROUNDS }, () => BODIES).flat())
    await ask(world, '/documents', { method: 'POST', body: JSON.stringify(body), timeoutMs: 120_000 });
  await sleep(2_000);
}

const kills: Attack = {
  name: 'kills',
  async perform(world, ms) {
    const until = Date.now() + ms;
    const sending = keepSending(world, until);
    let killed = 0;
    while (Date.now() < until - 3_000) {
      await sleep(1_000 + Math.random() * 3_000);
      await world.back().kill('SIGKILL');
      killed++;
      await world.restartBack();
    }
    await sending;
    return { killed };
  },
};

/** Something is away for some seconds at a time while documents are sent. */
const away = (name: string, gateOf: (world: World) => World['store']): Attack => ({
  name,
  async perform(world, ms) {
    const until = Date.now() + ms;
    const sending = keepSending(world, until);
    let outages = 0;
    while (Date.now() < until - 6_000) {
      await sleep(2_000);
      gateOf(world).shut();
      outages++;
      await sleep(Math.min(8_000, Math.max(2_000, ms / 3)));
      gateOf(world).open();
    }
    await sending;
    return { outages };
  },
});

/** One organisation floods; another one's memo is timed beside it, against the quickest one before: what is left of the attacks before delays some. */
const neighbours: Attack = {
  name: 'neighbours',
  async perform(world, ms) {
    const memo = async (): Promise<number> => {
      const startedMs = performance.now();
      await ask(world, '/documents', {
        key: world.keys.quiet,
        method: 'POST',
        body: JSON.stringify({ content: { markdown: MEMO }, format: 'docx' }),
      });
      return performance.now() - startedMs;
    };
    const quiet = [];
    for (let i = 0; i < 5; i++) quiet.push(await memo());
    const until = Date.now() + ms;
    const flood = Promise.all(Array.from({ length: 3 }, () => keepSending(world, until, 100)));
    const beside = [];
    while (Date.now() < until) {
      beside.push(await memo());
      await sleep(500);
    }
    await cancelAll(world, (await flood).flat());
    const inOrder = (times: number[]): number[] => times.toSorted((left, right) => left - right);
    const [quickest = 0, middle = 0] = [inOrder(quiet)[0], inOrder(beside)[beside.length >> 1]];
    return { neighbour_delay_ms: Math.round(middle - quickest), memos: beside.length };
  },
};

/** Clients that begin and never end: half a header, half a body, a stream that is not read. */
const slowClients: Attack = {
  name: 'slow clients',
  async perform(world, ms) {
    const { hostname, port } = new URL(world.front.root);
    const sockets: Socket[] = [];
    const begin = (text: string): void => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(text);
      socket.pause();
      sockets.push(socket);
    };
    const key = `Authorization: Bearer ${world.keys.loud}\r\n`;
    const id = await send(world, { content: { markdown: report(10) }, format: 'pdf' });
    for (let i = 0; i < 60; i++) {
      begin('POST /v1/documents HTTP/1.1\r\nHost: x\r\n');
      begin(`POST /v1/documents HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"content":`);
      begin(`GET /v1/documents/${id}/events HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
    }
    const until = Date.now() + ms;
    let unanswered = 0;
    while (Date.now() < until) {
      if ((await ask(world, '/documents?limit=1', { timeoutMs: 10_000 }))?.status !== 200) unanswered++;
      await sleep(200);
    }
    for (const socket of sockets) socket.destroy();
    return { clients: sockets.length, unanswered };
  },
};

const repeated = (piece: string, chars: number): string => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
const CONTENT_CHARS = 500_000;
/** Few letters, and yet thousands of blocks. */
const SHORT_CHARS = 11_800;

const background = (piece: string, chars: number, format: string): string =>
  JSON.stringify({ background: true, format, content: { markdown: repeated(piece, chars) } });

/** Bodies and texts that cost a careless reader seconds, by name; those of a name are sent together. */
const HOSTILE: Record<string, () => string[]> = {
  'many small values': () => [`{"content":[${repeated('{},', 40_000_000)}{}]}`],
  'a million keys': () => [`{"metadata":{${Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join(',')}}}`],
  'deep nesting': () => ['['.repeat(2_000_000)],
  'ninety megabytes of base64': () => [
    JSON.stringify({
      content: { markdown: '![a](img:1)' },
      sources: Array.from({ length: 4 }, () => ({ data: 'A'.repeat(22_000_000), filename: 'a.bin' })),
    }),
  ],
  'not JSON': () => [repeated('"\\', 20_000_000)],
  ...Object.fromEntries(
    [
      '# a\n',
      '$x^2$ ',
      '|a|b|\n|-|-|\n',
      '```\n',
      '> ',
      '[a](',
      '**a*',
      '<b>',
      '- ',
      '[^1]',
      ':::columns\n',
      '$$\n\\frac{',
      '![a](img:1)',
      '&amp;',
      '~~a~',
      '`a',
    ].map((piece) => [
      `content of ${JSON.stringify(piece)}`,
      () => [background(piece, CONTENT_CHARS, 'docx'), background(piece, SHORT_CHARS, 'docx'), background(piece, SHORT_CHARS, 'pptx')],
    ]),
  ),
};

/** Of a document that was accepted. */
async function idOf(answer: Response | null): Promise<string | null> {
  const body: unknown = await answer?.json().catch(() => null);
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  return answer?.status === 202 && typeof id === 'string' ? id : null;
}

const PAUSE_MS = 250;
const DRAWN_MS_MAX = 6_000;

/** Waits until none of the documents is read or built any more: from then on the renderers alone work. */
async function waitUntilBuilt(world: World, ids: readonly string[]): Promise<void> {
  for (const untilMs = Date.now() + DRAWN_MS_MAX; Date.now() < untilMs; await sleep(PAUSE_MS)) {
    const records: unknown[] = await Promise.all(ids.map(async (id) => (await ask(world, `/documents/${id}`))?.json().catch(() => null)));
    const phases = records.map((record) => (typeof record === 'object' && record !== null ? String(Reflect.get(record, 'phase')) : ''));
    const queued = records.some((record) => typeof record === 'object' && record !== null && Reflect.get(record, 'status') === 'queued');
    if (!queued && phases.every((phase) => !['reading', 'planning', 'building'].includes(phase))) return;
  }
}

const hostileBodies: Attack = {
  name: 'hostile bodies',
  // all of them, however long they take: what was not tried is not said to be well
  async perform(world) {
    let sent = 0;
    let unanswered = 0;
    const worst: [name: string, blockMs: number][] = [];
    for (const [name, build] of Object.entries(HOSTILE)) {
      const startedMs = Date.now();
      const bodies = build();
      const answers = await Promise.all(bodies.map((body) => ask(world, '/documents', { method: 'POST', body })));
      sent += bodies.length;
      unanswered += answers.filter((answer) => answer === null).length;
      const ids = (await Promise.all(answers.map(idOf))).filter((id) => id !== null);
      await waitUntilBuilt(world, ids);
      // drawing them may take its whole limit of time: nobody waits for it here
      await cancelAll(world, ids);
      await sleep(1_100);
      worst.push([name, world.blocks(startedMs).blockMs]);
    }
    for (const [name, blockMs] of worst.filter((one) => one[1] > 50)) console.log(`  held for ${blockMs} ms by ${name}`);
    return { sent, unanswered };
  },
};

/** Addresses that lead inside, plain, disguised and by redirection; a listener inside counts who comes. */
const ssrf: Attack = {
  name: 'fetch tricks',
  async perform(world) {
    let connections = 0;
    const inside = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const address = inside.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '0.0.0.0',
      'localhost',
      'localhost.',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '①②⑦.0.0.1',
      '127.0.0.1%2f',
      'user@127.0.0.1',
      '169.254.169.254',
      '10.0.0.1',
      '[fd00::1]',
    ];
    const direct = hosts.flatMap((host) => [`http://${host}:${port}/a.png`, `https://${host}:${port}/a.png`]);
    // the one address that is allowed sends whoever comes inside
    const redirects = createHttpServer((request, response) => {
      const to = encodeURI(decodeURIComponent(request.url?.slice(1) ?? ''));
      response.writeHead([301, 302, 303, 307, 308][to.length % 5] ?? 302, { location: to }).end();
    });
    await new Promise<void>((resolve) => redirects.listen(0, '127.0.0.2', resolve));
    const from = redirects.address();
    const outside = `http://127.0.0.2:${typeof from === 'object' && from !== null ? from.port : 0}/`;
    const tricks = [
      ...direct,
      ...direct.map((url) => outside + encodeURIComponent(url)),
      outside + encodeURIComponent('file:///etc/passwd'),
      outside + encodeURIComponent('gopher://127.0.0.1/'),
    ];
    for (const url of tricks) {
      await ask(world, '/files', { method: 'POST', body: JSON.stringify({ url }), timeoutMs: 20_000 });
      await ask(world, '/extract', { method: 'POST', body: JSON.stringify({ file: { url } }), timeoutMs: 20_000 });
    }
    await sleep(500);
    await Promise.all([inside, redirects].map((server) => new Promise((resolve) => server.close(resolve))));
    return { tricks: tricks.length * 2, connections };
  },
};

export const ATTACKS: readonly Attack[] = [
  kills,
  away('object store away', ({ store }) => store),
  away('database away', ({ database }) => database),
  neighbours,
  floodRoutes,
  slowClients,
  hostileBodies,
  ssrf,
];

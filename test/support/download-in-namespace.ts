/**
 * Runs inside a network and mount namespace of its own, where every address of the world is this machine: whatever is
 * connected to, we are reported. A name server of ours answers for all names; the downloader asks the system's resolver, as in
 * the service. Prints what came of each address, and every connection, as JSON.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloader } from '../../src/adapters/download.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { PRIVATE_HOSTS } from './private-hosts.ts';

const PUBLIC = '93.184.216.34';
const PUBLIC_SIX = '2606:2800:220:1::1';
const PORTS = [80, 443, 8080, 8443];

/** Addresses that names lead to, each of another kind that is not public. */
const PRIVATE_ADDRESSES = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.5.4',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.254',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  '2001:10::1',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::1',
  '2001:0:7f00:1::1',
];

const nameFor = (index: number): string => `n${index}.inside.example`;

/** Answers of a name by the number of times that it was asked: the last one stays. */
const RECORDS = new Map<string, string[][]>([
  ['public.example', [[PUBLIC]]],
  ['six.example', [[PUBLIC_SIX]]],
  ...PRIVATE_ADDRESSES.map((address, index): [string, string[][]] => [nameFor(index), [[address]]]),
  ['rebind-1.example', [[PUBLIC], ['127.0.0.1']]],
  ['rebind-2.example', [['10.0.0.1'], [PUBLIC]]],
  ['both.example', [['127.0.0.1', PUBLIC]]],
  ['both-six.example', [['::1', PUBLIC]]],
  ['metadata.google.internal', [['169.254.169.254']]],
  ['localtest.me', [['127.0.0.1']]],
  ['127.0.0.1.nip.io', [['127.0.0.1']]],
]);
/** Names that stand for others. */
const ALIASES = new Map([
  ['alias.example', nameFor(4)],
  ['alias-of-alias.example', 'alias.example'],
  ['localhost.alias.example', 'localtest.me'],
]);

// -------------------------------------------------------------------------------------------------------- name server

const asked = new Map<string, number>();

const wireName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);

function wireAddress(address: string): { type: number; data: Buffer } {
  if (!address.includes(':')) return { type: 1, data: Buffer.from(address.split('.').map(Number)) };
  const tail = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain =
    tail === null
      ? address
      : address.slice(0, tail.index) + [0, 2].map((at) => ((Number(tail[at + 1]) << 8) | Number(tail[at + 2])).toString(16)).join(':');
  const [left = '', right] = plain.split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [groups(left), groups(right ?? '')];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  return { type: 28, data: Buffer.from(all.flatMap((group) => [group >> 8, group & 255])) };
}

function answerFor(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(
      question
        .subarray(at + 1, at + 1 + length)
        .toString()
        .toLowerCase(),
    );
    at += length + 1;
  }
  const end = at + 5;
  const type = question.readUInt16BE(at + 1);
  const name = labels.join('.');
  const records: { owner: string; type: number; data: Buffer }[] = [];
  let owner = name;
  for (let target = ALIASES.get(owner); target !== undefined; target = ALIASES.get(owner)) {
    records.push({ owner, type: 5, data: wireName(target) });
    owner = target;
  }
  const answers = RECORDS.get(owner);
  const count = asked.get(`${type} ${owner}`) ?? 0;
  asked.set(`${type} ${owner}`, count + 1);
  for (const address of answers?.[Math.min(count, answers.length - 1)] ?? []) {
    const wire = wireAddress(address);
    if (wire.type === type) records.push({ owner, ...wire });
  }
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(answers === undefined ? 0x8583 : 0x8580, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const body = records.map((record) =>
    Buffer.concat([
      wireName(record.owner),
      Buffer.from([0, record.type, 0, 1, 0, 0, 0, 0, record.data.length >> 8, record.data.length & 255]),
      record.data,
    ]),
  );
  return Buffer.concat([head, question.subarray(12, end), ...body]);
}

async function startNameServer(): Promise<void> {
  const server = createSocket('udp4');
  server.on('message', (question, from) => server.send(answerFor(question), from.port, from.address));
  await new Promise<void>((resolve) => server.bind(53, '127.0.0.1', resolve));
  const file = join(tmpdir(), `octavo-resolv-${process.pid}`);
  writeFileSync(file, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  execFileSync('mount', ['--bind', file, '/etc/resolv.conf']);
}

// ------------------------------------------------------------------------------------------------------------- the web

const connections: string[] = [];
const PRIVATE_LOCATIONS = [
  ...PRIVATE_ADDRESSES.map((_, index) => `http://${nameFor(index)}/`),
  'http://alias-of-alias.example/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://[::ffff:7f00:1]/',
  'http://127.0.0.1./',
  'http://user:secret@public.example/',
  'file:///etc/passwd',
  'ftp://public.example/',
  'gopher://127.0.0.1:80/',
  'http://[::1]:8080/',
  '//10.0.0.1/',
];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/';
  const redirect = /^\/redirect\/(\d+)$/.exec(url)?.[1];
  const chain = /^\/chain\/(\d+)\/(\d+)$/.exec(url);
  if (redirect !== undefined) response.writeHead(302, { location: PRIVATE_LOCATIONS[Number(redirect)] ?? '/' }).end();
  else if (chain) {
    const left = Number(chain[1]);
    response.writeHead(302, { location: left > 0 ? `/chain/${left - 1}/${chain[2]}` : (PRIVATE_LOCATIONS[Number(chain[2])] ?? '/') }).end();
  } else response.end(request.socket.localAddress?.replace(/^::ffff:/, '').startsWith('93.') ? 'public' : 'reached');
}

async function startWeb(): Promise<void> {
  for (const port of PORTS) {
    const server = createServer(answer);
    server.on('connection', (socket: Socket) =>
      connections.push(`${(socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')}:${port}`),
    );
    await new Promise<void>((resolve) => server.listen(port, '::', resolve));
  }
}

const touch = (host: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: 80 });
    socket
      .on('connect', () => socket.end())
      .on('error', () => resolve())
      .on('close', () => resolve());
  });

// --------------------------------------------------------------------------------------------------------------- tries

for (const command of [
  ['link', 'set', 'lo', 'up'],
  ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'],
  ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'],
])
  execFileSync('ip', command);
await startNameServer();
await startWeb();

// That a connection to a private address would be seen.
await touch('10.0.0.1');
const control = connections.splice(0);

const downloader = createDownloader({ allow: [], timeoutMs: 5_000 });
async function attempt(url: string): Promise<string> {
  try {
    return `read ${Buffer.from((await downloader.download(url)).bytes).toString()}`;
  } catch (error) {
    return error instanceof Refusal ? `refused ${error.code}` : `thrown ${String(error)}`;
  }
}

const hostile = [
  ...PRIVATE_HOSTS.flatMap((host) => [`http://${host}/`, `https://${host}:8443/`]),
  ...PRIVATE_ADDRESSES.flatMap((_, index) => [`http://${nameFor(index)}/`, `http://${nameFor(index)}.:8080/`]),
  'http://alias.example/',
  'http://alias-of-alias.example/',
  'http://localhost.alias.example/',
  'http://metadata.google.internal/',
  'http://localtest.me/',
  'http://127.0.0.1.nip.io:8080/',
  'http://rebind-2.example/',
  'http://user:secret@public.example/',
  'http://public.example@127.0.0.1/',
  'http://127.0.0.1\\@public.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:80/',
  'http://nowhere.example/',
  ...PRIVATE_LOCATIONS.flatMap((_, index) => [`http://public.example/redirect/${index}`, `http://public.example/chain/2/${index}`]),
];
const outcomes: [url: string, outcome: string][] = [];
for (const url of hostile) outcomes.push([url, await attempt(url)]);
const fine: [url: string, outcome: string][] = [];
for (const url of [
  'http://public.example/',
  'http://public.example.:8080/a',
  `http://${PUBLIC}/`,
  `http://[${PUBLIC_SIX}]/`,
  'http://six.example/',
  'http://both.example/',
  'http://both-six.example/',
  'http://rebind-1.example/',
])
  fine.push([url, await attempt(url)]);
const rebound = await attempt('http://rebind-1.example/');
process.stdout.write(JSON.stringify({ control, outcomes, fine, rebound, connections: [...new Set(connections)] }), () => process.exit(0));

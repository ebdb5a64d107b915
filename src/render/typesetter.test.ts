import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { createTypesetter } from './typesetter.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-typesetter-'));
const said: string[] = [];
let typesetter: Typesetter;
before(async () => {
  typesetter = await createTypesetter({ workDir, log: (_, message) => void said.push(message) });
});
after(async () => {
  await typesetter.close();
  await rm(workDir, { recursive: true, force: true });
});

const page = (text: string): string =>
  `#set document(title: "t", date: none)\n#set text(lang: "en", font: ("Source Sans 3", "Noto Sans"))\n${text}\n`;
const compile = (text: string, assets: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Uint8Array> =>
  typesetter.compile(page(text), { assets, creationTime: 0 });
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';

test('the same source makes the same bytes', async () => {
  const [one, two] = [await compile('Hello'), await compile('Hello')];
  assert.ok(isPdf(one));
  assert.ok(Buffer.from(one).equals(Buffer.from(two)));
});

test('several documents at once', async () => {
  const files = await Promise.all(Array.from({ length: 6 }, (_, at) => compile(`Number ${at}`)));
  assert.ok(files.every(isPdf));
});

test('an error of the source is thrown with what the compiler says', async () => {
  await assert.rejects(compile('#unknown-thing'), /unknown variable/);
  assert.ok(isPdf(await compile('after it')));
});

test('no file of the machine can be read, and pictures of an earlier task are gone', async () => {
  await assert.rejects(compile('#read("/etc/hostname")'), /not found/);
  await assert.rejects(compile('#read("../../../etc/hostname")'), /not found|failed/);
  assert.ok(isPdf(await compile('#read("/assets/a.txt")', new Map([['a.txt', Buffer.from('x')]]))));
  await assert.rejects(compile('#read("/assets/a.txt")'), /not found/);
});

test('characters that no font has are replaced, and the file stays PDF/UA', async () => {
  said.length = 0;
  const file = await compile('#"a\u0378b\u2FFFc"');
  assert.ok(Buffer.from(file).includes('pdfuaid'));
  assert.deepEqual(said, []);
});

test('a character that fells the compiler costs itself alone', async () => {
  assert.ok(isPdf(await compile(`#"a${String.fromCodePoint(0x13e1a)}b"`)));
});

test('what PDF/UA forbids is said, and a file made all the same', async () => {
  said.length = 0;
  assert.ok(isPdf(await compile('#heading(level: 3)[Gap]')));
  assert.ok(said.some((message) => message.includes('PDF/UA')));
});

test('a call that was given up is answered at once, queued or begun', async () => {
  await assert.rejects(typesetter.compile(page('x'), { assets: new Map(), signal: AbortSignal.abort(new Error('gone')) }), /gone/);
  const controller = new AbortController();
  const call = typesetter.compile(page('x'), { assets: new Map(), signal: controller.signal });
  controller.abort(new Error('left'));
  await assert.rejects(call, /left/);
  assert.ok(isPdf(await compile('still here')));
});

test('a source that takes too long is refused, and the next one is set', async () => {
  const hasty = await createTypesetter({ workDir, children: 1, timeoutMs: 300 });
  const endless = page('#let n = 0\n#for a in range(1500) { for b in range(1500) { n = n + calc.rem(a * b, 7) } }\n#n');
  await assert.rejects(
    hasty.compile(endless, { assets: new Map() }),
    (error) => error instanceof Refusal && error.code === 'processing_failed',
  );
  assert.ok(isPdf(await hasty.compile(page('next'), { assets: new Map() })));
  await hasty.close();
});

test('after the end nothing is begun', async () => {
  const closed = await createTypesetter({ workDir, children: 1 });
  await closed.close();
  await assert.rejects(closed.compile(page('x'), { assets: new Map() }), /closed/);
});

/** The process inside the box, found from this one; undefined while there is none. */
function findWorker(): number | undefined {
  const open = [process.pid];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      if (words[0]?.endsWith('/node') === true && words.some((word) => word.includes('typesetter-worker'))) return id;
      open.push(
        ...readdirSync(`/proc/${id}/task`).flatMap((task) =>
          readFileSync(`/proc/${id}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
        ),
      );
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
  return undefined;
}

const ENDLESS = page('#let n = 0\n#for a in range(30000) { for b in range(30000) { n = n + calc.rem(a * b, 7) } }\n#n');

/** More processor time than a process needs to start, in hundredths of a second: it is at work on the document then. */
const AT_WORK = 200;
const usedTime = (id: number): number => {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
    return user + system;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return 0;
  }
};

/** What comes of a document whose process is ended by this signal each time that it works on it. */
async function compileUnder(signal: NodeJS.Signals): Promise<unknown> {
  const struck = await createTypesetter({ workDir, children: 1, timeoutMs: 600_000 });
  const outcome = struck.compile(ENDLESS, { assets: new Map() }).catch((error: unknown) => error);
  const ended = new Set<number>();
  const open = new Set([outcome]);
  void outcome.then(() => open.clear());
  while (open.size > 0) {
    const id = findWorker();
    if (id !== undefined && !ended.has(id) && usedTime(id) > AT_WORK) {
      ended.add(id);
      process.kill(id, signal);
    }
    await sleep(20);
  }
  await struck.close();
  return outcome;
}

test('a document whose process is killed from outside again and again is not blamed for it', async () => {
  const error = await compileUnder('SIGKILL');
  assert.ok(isInfrastructureFault(error), String(error));
});

test('a document that breaks its process twice is told so', async () => {
  const error = await compileUnder('SIGSEGV');
  assert.ok(error instanceof Refusal && error.code === 'processing_failed', String(error));
  assert.match(error.message, /breaks the program that sets it/);
});

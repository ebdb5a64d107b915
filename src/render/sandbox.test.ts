/** What a program inside the box can and cannot do, told by programs inside it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { explainSandboxTrouble, prepareSandbox } from './sandbox.ts';
import type { SandboxedProgram } from './sandbox.ts';
import { ChildTrouble, startSandboxedChild } from './sandboxed-child.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-box-'));
after(() => rm(workDir, { recursive: true, force: true }));
const kit = await prepareSandbox(workDir, true);

const MB = 2 ** 20;
let probes = 0;

/** Runs the body of an async function inside; what it returns. */
async function inside(body: string, changes: Partial<SandboxedProgram> = {}): Promise<unknown> {
  const worker = `probe-${++probes}`;
  const source = `import { readMessage, writeMessage } from './messages.mjs';
import * as fs from 'node:fs'; import * as net from 'node:net'; import * as child from 'node:child_process'; import * as os from 'node:os';
const told = async () => { ${body} };
readMessage(0);
writeMessage(3, { said: await told().catch((error) => String(error.code ?? error.message)) });
process.exit(0);`;
  const path = join(kit.codeDir, `${worker}.mjs`);
  await writeFile(path, source);
  await chmod(path, 0o644);
  const program: SandboxedProgram = {
    worker,
    packages: [],
    readPaths: [],
    env: {},
    memoryBytesMax: 1024 * MB,
    scratchBytesMax: 16 * MB,
    ...changes,
  };
  const process = startSandboxedChild(program, kit, MB);
  try {
    const { head } = await process.ask({}, new Uint8Array(0), { timeoutMs: 20_000 });
    return typeof head === 'object' && head !== null ? Reflect.get(head, 'said') : undefined;
  } finally {
    process.kill();
    await process.ended;
  }
}

test('there is no network, not even to this machine', async () => {
  const server = createServer((socket) => socket.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() satisfies AddressInfo | string | null;
  assert.ok(typeof address === 'object' && address !== null);
  const connect = (host: string, port: number): string =>
    `return await new Promise((resolve) => { const s = net.connect({ host: '${host}', port: ${port} }); s.on('connect', () => resolve('connected')); s.on('error', (e) => resolve(e.code)); });`;
  assert.match(String(await inside(connect('127.0.0.1', address.port))), /ECONNREFUSED|ENETUNREACH|EAFNOSUPPORT/);
  assert.match(String(await inside(connect('1.1.1.1', 80))), /ENETUNREACH|EHOSTUNREACH|EAFNOSUPPORT/);
  assert.deepEqual(
    await inside(`try { return Object.keys(os.networkInterfaces()).filter((name) => name !== 'lo'); } catch { return []; }`),
    [],
  );
  await new Promise((resolve) => server.close(resolve));
});

test('nothing of the environment of this process is inside, in no process', async () => {
  process.env['OCTAVO_TEST_SECRET'] = 'do-not-tell';
  const said = await inside(
    `
    const all = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((id) => { try { return fs.readFileSync('/proc/' + id + '/environ', 'utf8'); } catch { return ''; } }).join('');
    return { keys: Object.keys(process.env).sort(), leaked: all.includes('do-not-tell') };`,
    { env: { EXTRA: '1' } },
  );
  delete process.env['OCTAVO_TEST_SECRET'];
  assert.deepEqual(said, { keys: ['EXTRA', 'HOME', 'LANG', 'PWD', 'TMPDIR'], leaked: false });
});

test('files of the host are not there, and what is there cannot be written', async () => {
  const secret = join(workDir, 'other-job.docx');
  await writeFile(secret, 'secret');
  const read = (path: string): string => `return fs.readFileSync(${JSON.stringify(path)}, 'utf8');`;
  assert.equal(await inside(read(secret)), 'ENOENT');
  assert.equal(await inside(read('/etc/passwd')), 'ENOENT');
  assert.equal(await inside(`return fs.existsSync('/home') || fs.existsSync('/root') || fs.existsSync('/var/lib');`), false);
  for (const path of ['/x', '/usr/lib/x', '/octavo/code/x.mjs', '/etc/x', '/octavo/x']) {
    assert.match(String(await inside(`fs.writeFileSync('${path}', 'x'); return 'written';`)), /EROFS|EACCES|EPERM/, path);
  }
  assert.equal(await inside(`fs.writeFileSync('/tmp/x', 'x'); return fs.readdirSync('/tmp').join();`), 'x', 'its own folder is its alone');
});

test('processes of the host are not seen', async () => {
  const ids = await inside(`return fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length;`);
  assert.ok(typeof ids === 'number' && ids <= 4, `${String(ids)} processes inside`);
});

test('it has no rights, and cannot get any', async () => {
  const said = await inside(`
    const status = fs.readFileSync('/proc/self/status', 'utf8');
    return Object.fromEntries(['CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp'].map((name) => [name, new RegExp(name + ':\\\\s*(\\\\S+)').exec(status)[1]]));`);
  assert.deepEqual(said, { CapEff: '0000000000000000', CapBnd: '0000000000000000', NoNewPrivs: '1', Seccomp: '2' });
});

test('calls that lead out are denied', async () => {
  const said = await inside(
    `
    const { default: koffi } = await import('koffi');
    const libc = koffi.load('libc.so.6');
    const NEWUSER = 0x10000000;
    return [libc.func('int unshare(int)')(NEWUSER), libc.func('int ptrace(int, int, int, int)')(16, 1, 0, 0), libc.func('int setns(int, int)')(0, 0)];`,
    { packages: ['koffi'] },
  );
  assert.deepEqual(said, [-1, -1, -1]);
});

test('memory, disk and processes are bounded', async () => {
  const grow = `const kept = []; for (let i = 0; i < 128; i++) kept.push(Buffer.alloc(${16 * MB}, 1)); return kept.length;`;
  const outcome = await inside(grow).catch((error: unknown) => (error instanceof ChildTrouble ? error.kind : Promise.reject(error)));
  assert.match(String(outcome), /died|memory|ERR_MEMORY|allocation failed/);
  assert.match(String(await inside(`fs.writeFileSync('/tmp/x', Buffer.alloc(${32 * MB})); return 'written';`)), /ENOSPC|EFBIG/);
  assert.notEqual(await inside(`return child.spawnSync('/bin/sh', ['-c', 'echo hello']).error?.code ?? 'ran';`), 'ran');
});

/**
 * What a program would try that has broken out of its file format; each says `held` with how it was stopped, or what it got.
 * `parent` is the service, `socket` one that it listens on as its database does, `data` a file of its data folder.
 */
interface Targets {
  parent: number;
  socket: string;
  data: string;
  port: number;
}
const LIBC = `const { default: koffi } = await import('koffi'); const libc = koffi.load('libc.so.6');`;
const denied = (call: string): string => `const result = ${call}; return result === 0 ? 'done' : 'held';`;
const stopped = (action: string): string => `try { ${action} } catch (error) { return 'held ' + error.code; }`;

const ESCAPES: Record<string, (targets: Targets) => string> = {
  'ask a name server': () =>
    `const dns = await import('node:dns/promises'); return dns.resolve4('example.com').then((found) => found.join(), (error) => 'held ' + error.code);`,
  'send a datagram': () =>
    `const { createSocket } = await import('node:dgram'); return await new Promise((resolve) => createSocket('udp4').on('error', (error) => resolve('held ' + error.code)).send('x', 53, '8.8.8.8', (error) => resolve(error ? 'held ' + error.code : 'sent')));`,
  'reach the service on its port': ({ port }) =>
    `return await new Promise((resolve) => net.connect({ host: '127.0.0.1', port: ${port} }).on('connect', () => resolve('connected')).on('error', (error) => resolve('held ' + error.code)));`,
  'reach the database on its socket': ({ socket }) =>
    `return await new Promise((resolve) => net.connect(${JSON.stringify(socket)}).on('connect', () => resolve('connected')).on('error', (error) => resolve('held ' + error.code)));`,
  'reach an abstract socket': () =>
    `return await new Promise((resolve) => net.connect('\\0octavo-probe').on('connect', () => resolve('connected')).on('error', (error) => resolve('held ' + error.code)));`,
  'read the shadow file': () => stopped(`return fs.readFileSync('/etc/shadow', 'utf8');`),
  'read the data folder': ({ data }) => stopped(`return fs.readFileSync(${JSON.stringify(data)}, 'utf8');`),
  'read the data folder through a process': ({ data, parent }) =>
    stopped(`return fs.readFileSync('/proc/${parent}/root' + ${JSON.stringify(data)}, 'utf8');`),
  'read the data folder through process 1': ({ data }) =>
    stopped(`return fs.readFileSync('/proc/1/root' + ${JSON.stringify(data)}, 'utf8');`),
  'read the environment of the service': ({ parent }) => stopped(`return fs.readFileSync('/proc/${parent}/environ', 'utf8');`),
  'read its memory': ({ parent }) => stopped(`return fs.readFileSync('/proc/${parent}/mem').length;`),
  'write beside the service': ({ data }) => stopped(`fs.writeFileSync(${JSON.stringify(data)} + '.x', 'x'); return 'written';`),
  'change its own code for the next one': () => stopped(`fs.appendFileSync('/octavo/code/messages.mjs', '//x'); return 'written';`),
  'leave a program in a place that others run': () => stopped(`fs.writeFileSync('/usr/lib/libx.so', 'x'); return 'written';`),
  'end the service': ({ parent }) => stopped(`process.kill(${parent}, 'SIGTERM'); return 'sent';`),
  'end everything': () =>
    `for (const id of [-1]) { try { process.kill(id, 0); } catch (error) { return 'held ' + error.code; } } return 'held, alone';`,
  'trace a process': () => `${LIBC} ${denied(`libc.func('int ptrace(int, int, int, int)')(16, 1, 0, 0)`)}`,
  'make a namespace': () => `${LIBC} ${denied(`libc.func('int unshare(int)')(0x10000000)`)}`,
  'mount a file system': () => `${LIBC} ${denied(`libc.func('int mount(str, str, str, ulong, str)')('proc', '/tmp', 'proc', 0, '')`)}`,
  'take another root': () => `${LIBC} ${denied(`libc.func('int chroot(str)')('/tmp')`)}`,
  'become root': () =>
    `${LIBC} libc.func('int setuid(int)')(0); const status = fs.readFileSync('/proc/self/status', 'utf8'); return /CapEff:\\s*0000000000000000/.test(status) ? 'held' : 'root';`,
  'load a module': () => `${LIBC} ${denied(`libc.func('long syscall(long, ...)')(313, 'int', 0, 'str', '', 'int', 0) === 0 ? 0 : -1`)}`,
  'use io_uring': () => `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(425, 'int', 1, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'talk to the hypervisor (vsock)': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(41, 'int', 40, 'int', 1, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'ask the kernel over netlink': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(41, 'int', 16, 'int', 3, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'send raw packets': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(41, 'int', 17, 'int', 3, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'open a socket for an address': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(41, 'int', 2, 'int', 1, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'share memory by key (System V)': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(29, 'int', 1, 'int', 4096, 'int', 896)) >= 0 ? 0 : -1`)}`,
  'make a queue of messages (System V)': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(68, 'int', 1, 'int', 896)) >= 0 ? 0 : -1`)}`,
  'change the segments of memory (modify_ldt)': () =>
    `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(154, 'int', 0, 'int', 0, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'hide memory (memfd_secret)': () => `${LIBC} ${denied(`Number(libc.func('long syscall(long, ...)')(447, 'int', 0)) >= 0 ? 0 : -1`)}`,
  'make a program that becomes root': () =>
    stopped(
      `fs.writeFileSync('/tmp/su', '#!/bin/sh'); fs.chmodSync('/tmp/su', 0o4755); const run = child.spawnSync('/tmp/su'); return run.error ? 'held ' + run.error.code : 'ran';`,
    ),
  'run su': () =>
    `for (const path of ['/bin/su', '/usr/bin/su', '/usr/bin/sudo', '/usr/bin/newgrp', '/usr/lib/openssh/ssh-keysign']) { const run = child.spawnSync(path, ['-c', 'id']); if (!run.error && run.status === 0) return path; } return 'held';`,
  'make a device': () => `${LIBC} ${denied(`libc.func('int mknod(str, uint, ulong)')('/tmp/disk', 0o60666, 0x0800)`)}`,
  'look at the disks': () =>
    `const found = fs.readdirSync('/dev').filter((name) => /^(?:sd|vd|nvme|mem|kmem|kmsg|mapper|fuse|kvm)/.test(name)); return found.length === 0 ? 'held' : found.join();`,
  'change the kernel': () => stopped(`fs.writeFileSync('/proc/sys/kernel/core_pattern', '|/tmp/x'); return 'written';`),
  'look at other programs': () =>
    `const ids = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)); return ids.length <= 4 ? 'held' : ids.length + ' processes';`,
};

test('of all ways out none works', async () => {
  const server = createServer((socket) => socket.end('reached'));
  const database = createServer((socket) => socket.end('reached'));
  const abstract = createServer((socket) => socket.end('reached'));
  const [socket, data] = [join(workDir, 'database.sock'), join(workDir, 'blob')];
  await writeFile(data, 'do-not-tell');
  await chmod(workDir, 0o777);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => database.listen(socket, resolve));
  await chmod(socket, 0o777);
  await new Promise<void>((resolve) => abstract.listen('\0octavo-probe', resolve));
  const { port } = server.address() as AddressInfo;
  const targets: Targets = { parent: process.pid, socket, data, port };
  // One process for all of them: each goes on where the one before has failed.
  const body = `const said = {}; for (const [name, escape] of Object.entries({ ${Object.entries(ESCAPES)
    .map(([name, escape]) => `${JSON.stringify(name)}: async () => { ${escape(targets)} }`)
    .join(',\n')} })) said[name] = String(await escape().catch((error) => 'held ' + (error.code ?? error.message))); return said;`;
  const said = await inside(body, { packages: ['koffi'] });
  for (const open of [server, database, abstract]) await new Promise((resolve) => open.close(resolve));
  assert.ok(typeof said === 'object' && said !== null);
  assert.equal(Object.keys(said).length, Object.keys(ESCAPES).length);
  assert.deepEqual(
    Object.entries(said).filter(([, outcome]) => !String(outcome).startsWith('held')),
    [],
  );
  assert.ok(Object.keys(said).length >= 33);
});

test('a bomb of processes and one of memory end within the box', async () => {
  // Without a program to run, a process can only multiply itself by threads.
  const bomb = `const { Worker } = await import('node:worker_threads'); let threads = 0; const failed = new Promise((resolve) => { for (let count = 0; count < 2000; count++) { try { const worker = new Worker('setInterval(() => {}, 1e6)', { eval: true }); worker.on('error', (error) => resolve('held ' + error.code)); worker.on('online', () => threads++); } catch (error) { resolve('held ' + error.code); } } }); return await Promise.race([failed, new Promise((resolve) => setTimeout(() => resolve(threads + ' threads'), 15000))]);`;
  const outcome = await inside(bomb).catch((error: unknown) =>
    error instanceof ChildTrouble ? `held ${error.kind}` : Promise.reject(error),
  );
  assert.match(String(outcome), /^held/);
  assert.match(String(await inside(`return 'well';`)), /well/);
});

async function startHanging(worker: string, code: string): Promise<ReturnType<typeof startSandboxedChild>> {
  const path = join(kit.codeDir, `${worker}.mjs`);
  await writeFile(path, code);
  await chmod(path, 0o644);
  return startSandboxedChild(
    { worker, packages: [], readPaths: [], env: {}, memoryBytesMax: 1024 * MB, scratchBytesMax: 16 * MB },
    kit,
    MB,
  );
}

test('a question that is not answered in time ends everything inside', async () => {
  const child = await startHanging('hang', 'for (;;);');
  await assert.rejects(
    child.ask({}, new Uint8Array(0), { timeoutMs: 300 }),
    (error) => error instanceof ChildTrouble && error.kind === 'timeout',
  );
  await child.ended;
  assert.ok(child.pid !== undefined && !existsSync(`/proc/${child.pid}`));
});

test('a question has its own bound of processor time: who waits uses none of it', async () => {
  const busy = await startHanging('busy', 'for (;;);');
  await assert.rejects(
    busy.ask({}, new Uint8Array(0), { timeoutMs: 60_000, processorMs: 200 }),
    (error) => error instanceof ChildTrouble && error.kind === 'timeout' && /processor time/.test(error.message),
  );
  const waiting = await startHanging('waiting', 'setInterval(() => {}, 1e6);');
  await assert.rejects(
    waiting.ask({}, new Uint8Array(0), { timeoutMs: 3_000, processorMs: 2_000 }),
    (error) => error instanceof ChildTrouble && error.kind === 'timeout' && !/processor time/.test(error.message),
  );
  await Promise.all([busy.ended, waiting.ended]);
});

test('a worker that sends nonsense, or too much, is not believed', async () => {
  const kinds: Record<string, string> = {
    text: `fs.writeSync(3, 'this is no answer, it is a text of some length')`,
    much: `fs.writeSync(3, new Uint8Array([2, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0x7b, 0x7d]))`,
    json: `fs.writeSync(3, new Uint8Array([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7b]))`,
  };
  for (const [name, body] of Object.entries(kinds)) {
    await assert.rejects(
      inside(`${body}; await new Promise((resolve) => setTimeout(resolve, 5000));`),
      (error) => error instanceof ChildTrouble && error.kind === 'nonsense',
      name,
    );
  }
});

test('a box that cannot be built is explained with its repair', () => {
  assert.match(explainSandboxTrouble("/usr/bin/nice: '/usr/bin/bwrap': No such file or directory\n"), /apt-get install bubblewrap/);
  assert.match(
    explainSandboxTrouble('bwrap: No permissions to create new namespace, likely because …\n'),
    /kernel\.unprivileged_userns_clone=1.*seccomp=deploy\/seccomp\.json.*systempaths=unconfined/,
  );
  assert.doesNotMatch(explainSandboxTrouble('bwrap: No permissions to create new namespace\n'), /SYS_ADMIN|cap-add|seccomp=unconfined/);
  assert.match(explainSandboxTrouble('bwrap: setting up uid map: Permission denied\n'), /apparmor_restrict_unprivileged_userns=0/);
  assert.match(explainSandboxTrouble('setpriv: setresuid failed: Operation not permitted'), /cannot be built here \(setpriv/);
});

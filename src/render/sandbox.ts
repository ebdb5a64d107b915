/**
 * The box that every file from outside is opened in: bubblewrap with namespaces of its own for processes, network,
 * IPC, host name and users, a read-only view of the few folders that the renderers need, a private memory file system
 * of bounded size as `/tmp`, an environment built from nothing, bounded memory, processor time, files and threads, and
 * a seccomp filter. Data goes in and out through pipes, so that no folder of the host can be written at all.
 *
 * As an ordinary user bubblewrap makes a user namespace. As root it would do the same, and the process inside would
 * still be the host's root to the kernel; so as root there is no user namespace: setpriv gives all rights away and
 * takes a user id that owns nothing. (Root without the right to make namespaces, as in a plain container, goes the way of
 * an ordinary user.)
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NICENESS } from '../workers/yield-processor.ts';
import { buildSeccompFilter, SECCOMP_KINDS, type SeccompKind } from './seccomp.ts';
import { writeWhole } from './write-whole.ts';

/** What a sandboxed Node program needs: made once by `prepareSandbox`, used for any number of processes. */
export interface SandboxKit {
  workDir: string;
  /** Stripped JavaScript of `sandboxed/`: a worker that strips types itself weighs 16 MB more. */
  codeDir: string;
  /** null where the machine's call numbers are not known. */
  seccompFiles: Readonly<Record<SeccompKind, string>> | null;
  /** false only where the caller said so. */
  enabled: boolean;
  /** Whether this process is a root that may make namespaces as such; false for an ordinary user, and for root in a plain container. */
  rootful: boolean;
}

export interface SandboxedProgram {
  /** File of `sandboxed/` without its extension. Or, with `command`, only a name. */
  worker: string;
  /** A program of the host (to be named in `readPaths`) with its arguments, in place of a worker in Node. */
  command?: readonly string[];
  /** Switches of Node for a worker. */
  nodeOptions?: readonly string[];
  /** npm packages that it imports, with all that they import. */
  packages: readonly string[];
  /** Folders of the host to be seen read-only at the same path; those that do not exist are left out. */
  readPaths: readonly string[];
  /** Folders within those that are to look empty. */
  emptyPaths?: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Bound of private memory of each process (RLIMIT_DATA); of all together, half as much more (`TREE_MEMORY_SHARE`). */
  memoryBytesMax: number;
  /** Bound of RLIMIT_DATA instead, for a program that reserves much which it never touches: what it takes is watched all the same. */
  reservedBytesMax?: number;
  /** Bound of `/tmp`, which is memory too. */
  scratchBytesMax: number;
  /** The list of system calls; that of the renderers by default. */
  seccomp?: SeccompKind;
  /** Bound of processor time; an hour by default, since a worker serves many files. */
  cpuSecondsMax?: number;
}

/** All processes of a box may take this much of what each of them may: those of LibreOffice and Chromium share most of it. */
export const TREE_MEMORY_SHARE = 1.5;

const SANDBOXED_DIR = fileURLToPath(new URL('./sandboxed/', import.meta.url));
const INSIDE = '/octavo';
/** Any program that Node and LibreOffice load, and nothing to run but the two that lay rights and limits down. */
const SYSTEM_PATHS = [
  '/usr/lib',
  '/usr/lib64',
  '/usr/share',
  '/usr/bin/setpriv',
  '/usr/bin/prlimit',
  '/etc/libreoffice',
  '/etc/ld.so.cache',
];
/** User ids beyond those that Debian gives to people or services; each process gets its own, so that none can touch another. */
const USER_ID_FIRST = 61_900;
const USER_ID_COUNT = 64;
const THREADS_MAX = 256;
const OPEN_FILES_MAX = 1024;
const CPU_SECONDS_MAX = 3600;
const CPU_GRACE_S = 5;

const kits = new Map<string, Promise<SandboxKit>>();

/** Writes the code of the workers and the seccomp filter under `<workDir>/sandbox`; once for all who ask. */
export function prepareSandbox(workDir: string, enabled: boolean): Promise<SandboxKit> {
  const key = `${enabled} ${workDir}`;
  const known = kits.get(key);
  if (known !== undefined) return known;
  const kit = writeKit(workDir, enabled);
  kits.set(key, kit);
  // A full disk may have room later.
  kit.catch(() => kits.delete(key));
  return kit;
}

async function writeKit(workDir: string, enabled: boolean): Promise<SandboxKit> {
  const root = join(workDir, 'sandbox');
  const codeDir = join(root, 'code');
  await mkdir(codeDir, { recursive: true });
  // The workers run as another user, whatever the umask here is.
  await chmod(codeDir, 0o755);
  const files = (await readdir(SANDBOXED_DIR)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  await Promise.all(
    files.map(async (name) => {
      const source = stripTypes(await readFile(join(SANDBOXED_DIR, name), 'utf8'));
      await writeWhole(join(codeDir, name.replace(/\.ts$/, '.mjs')), source.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.mjs'"));
    }),
  );
  return { workDir, codeDir, seccompFiles: await writeFilters(root), enabled, rootful: await isFullRoot() };
}

async function writeFilters(root: string): Promise<SandboxKit['seccompFiles']> {
  const files = { renderer: join(root, 'renderer.bpf'), browser: join(root, 'browser.bpf') };
  const filters = SECCOMP_KINDS.map((kind) => [files[kind], buildSeccompFilter(process.arch, kind)] as const);
  await Promise.all(filters.map(async ([file, filter]) => filter && writeWhole(file, filter)));
  return filters.some(([, filter]) => filter === null) ? null : files;
}

const CAP_SYS_ADMIN = 1n << 21n;

async function isFullRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const held = /^CapEff:\s*([0-9a-f]+)$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${held}`) & CAP_SYS_ADMIN) !== 0n;
}

/** Node calls this function experimental, once and on standard error, where a server's owner would look for a repair. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Folders of a package and of everything that it depends on and that is installed. */
function packageDirs(names: readonly string[]): Map<string, string> {
  const dirs = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    if (dirs.has(name)) return;
    const require = createRequire(from);
    const dir = (require.resolve.paths(name) ?? []).map((base) => join(base, name)).find((path) => existsSync(join(path, 'package.json')));
    if (dir === undefined) return;
    dirs.set(name, realpathSync(dir));
    const manifest: unknown = require(join(dir, 'package.json'));
    for (const field of ['dependencies', 'optionalDependencies']) {
      const listed: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, field) : undefined;
      if (typeof listed === 'object' && listed !== null)
        for (const dependency of Object.keys(listed)) visit(dependency, join(dir, 'package.json'));
    }
  };
  for (const name of names) visit(name, import.meta.url);
  return dirs;
}

let userIdsGiven = 0;

function nextUserId(): number {
  userIdsGiven = (userIdsGiven + 1) % USER_ID_COUNT;
  return USER_ID_FIRST + userIdsGiven;
}

/** All folders above the paths, outermost first: left to itself bwrap makes them readable by root alone. */
function parentDirs(paths: readonly string[]): string[] {
  const dirs = new Set<string>();
  for (const path of paths) for (let dir = dirname(path); dir !== '/'; dir = dirname(dir)) dirs.add(dir);
  return [...dirs].filter((dir) => dir !== '/tmp').sort();
}

/** A switch of bwrap for each word, so that long lists stay readable. */
const words = (text: string): string[] => text.trim().split(/\s+/);

const ROOTFUL_NAMESPACES = words(`
  --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try
  --cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP`);

/** What is seen inside: the system's programs, Node, the worker's code and packages, and an empty `/tmp` of bounded size. */
function mountArguments(program: SandboxedProgram, kit: SandboxKit): string[] {
  const binds: [from: string, to: string][] = [
    ...[...SYSTEM_PATHS, ...program.readPaths].filter((path) => existsSync(path)).map((path): [string, string] => [path, path]),
    [realpathSync(process.execPath), `${INSIDE}/node`],
    [kit.codeDir, `${INSIDE}/code`],
    ...[...packageDirs(program.packages)].map(([name, dir]): [string, string] => [dir, `${INSIDE}/node_modules/${name}`]),
  ];
  const empty = (program.emptyPaths ?? []).filter((path) => existsSync(path));
  return [
    ...words(`--proc /proc --dev /dev --perms 1777 --size ${program.scratchBytesMax} --tmpfs /tmp`),
    ...parentDirs(binds.map(([, to]) => to)).flatMap((dir) => ['--perms', '0755', '--dir', dir]),
    ...binds.flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...empty.flatMap((path) => ['--perms', '0755', '--tmpfs', path, '--remount-ro', path]),
    ...words(`--symlink usr/lib /lib --symlink ${existsSync('/usr/lib64') ? 'usr/lib64' : 'usr/lib'} /lib64`),
    ...words('--remount-ro / --chdir /tmp'),
  ];
}

/** Of a sandbox that root builds: the worker runs as a user that nothing else on the machine is. */
function dropRights(): string[] {
  const user = nextUserId();
  return words(`/usr/bin/setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all --`);
}

const limitArguments = (program: SandboxedProgram): string[] => [
  '/usr/bin/prlimit',
  `--data=${program.reservedBytesMax ?? program.memoryBytesMax}`,
  // with both limits at once the kernel would end it as a person does: the soft one has a signal of its own
  `--cpu=${program.cpuSecondsMax ?? CPU_SECONDS_MAX}:${(program.cpuSecondsMax ?? CPU_SECONDS_MAX) + CPU_GRACE_S}`,
  `--fsize=${program.scratchBytesMax}`,
  `--nofile=${OPEN_FILES_MAX}`,
  `--nproc=${THREADS_MAX}`,
  '--core=0',
  '--',
];

/** Arguments of bwrap up to and including the command that runs inside. */
function sandboxArguments(program: SandboxedProgram, kit: SandboxKit): string[] {
  const env = Object.entries({ HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8', ...program.env });
  return [
    ...(kit.rootful ? ROOTFUL_NAMESPACES : ['--unshare-all']),
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...mountArguments(program, kit),
    ...env.flatMap(([name, value]) => ['--setenv', name, value]),
    ...(kit.seccompFiles === null ? [] : ['--seccomp', '4']),
    '--',
    ...(kit.rootful ? dropRights() : []),
    ...limitArguments(program),
    ...(program.command ?? [`${INSIDE}/node`, ...(program.nodeOptions ?? []), `${INSIDE}/code/${program.worker}.mjs`]),
  ];
}

/**
 * Starts the program: requests on its standard input, answers on descriptor 3 (what a `command` prints: on its standard
 * output), complaints on standard error. Ending the returned process with SIGKILL ends everything inside.
 */
export function spawnSandboxed(program: SandboxedProgram, kit: SandboxKit): ChildProcess {
  if (!kit.enabled) return spawnUnboxed(program, kit);
  const filter = kit.seccompFiles === null ? null : openSync(kit.seccompFiles[program.seccomp ?? 'renderer'], 'r');
  try {
    return spawn('/usr/bin/nice', ['-n', String(NICENESS), '/usr/bin/bwrap', ...sandboxArguments(program, kit)], {
      stdio: ['pipe', program.command ? 'pipe' : 'ignore', 'pipe', 'pipe', filter ?? 'ignore'],
      // bwrap stays inside as process 1, and its environment could be read there.
      env: {},
    });
  } finally {
    if (filter !== null) closeSync(filter);
  }
}

function spawnUnboxed(program: SandboxedProgram, kit: SandboxKit): ChildProcess {
  const scratch = mkdtempSync(join(kit.workDir, 'scratch-'));
  const worker = [process.execPath, ...(program.nodeOptions ?? []), join(SANDBOXED_DIR, `${program.worker}.ts`), scratch];
  const [command = process.execPath, ...args] = program.command ?? worker;
  const child = spawn(command, args, {
    stdio: ['pipe', program.command ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    cwd: scratch,
    env: { HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8', ...program.env },
  });
  child.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  return child;
}

/** What a person can do when the box cannot be built; `complaint` is what bwrap, setpriv or prlimit printed. */
export function explainSandboxTrouble(complaint: string): string {
  const said = complaint.trim().split('\n')[0] ?? '';
  if (/bwrap.*(?:ENOENT|No such file)/.test(complaint)) return 'bubblewrap is not installed: apt-get install bubblewrap';
  if (/^bwrap: .*(namespace|Operation not permitted|uid map|Permission denied|No permissions)/m.test(complaint)) {
    return (
      `the sandbox cannot be built here (${said}). On a plain machine allow user namespaces ` +
      '(sysctl kernel.unprivileged_userns_clone=1; on Ubuntu 24.04 also kernel.apparmor_restrict_unprivileged_userns=0); ' +
      'in Docker start the container with --security-opt seccomp=deploy/seccomp.json --security-opt systempaths=unconfined, on a host with ' +
      'AppArmor also --security-opt apparmor=unconfined; neither root nor a capability is needed (docs/containers.md)'
    );
  }
  if (/^(bwrap|setpriv|prlimit): /m.test(complaint)) return `the sandbox cannot be built here (${said})`;
  return said === '' ? 'the worker ended without a word' : `the worker ended: ${said}`;
}

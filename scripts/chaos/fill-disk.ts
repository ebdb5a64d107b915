/** A service whose device runs full while documents are accepted, and has room again. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort, startExternal } from '../../test/support/postgres-servers.ts';
import { startOctavo, stopOctavo, waitForEnd } from '../../test/support/service.ts';

const DEVICE_MB = 64;
const CONTENT = { format: 'docx', background: true, content: { markdown: '# Memo\n\nThe weekly review moves to Tuesday.\n' } };

/** Only root can mount a small device; otherwise `tried` is false. Documents that were accepted and did not become ready are lost. */
export async function fillDisk(): Promise<{ tried: boolean; lost: number; refused: number }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'octavo-full-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DEVICE_MB}m,mode=755`, 'tmpfs', dataDir]).status !== 0)
    return { tried: false, lost: 0, refused: 0 };
  const postgres = await startExternal();
  try {
    const octavo = await startOctavo({
      dataDir,
      environment: { OCTAVO_DATABASE_URL: postgres.url, OCTAVO_PORT: String(await findFreePort()), OCTAVO_LOG: 'silent' },
    });
    const ballast = path.join(dataDir, 'ballast');
    const accepted: string[] = [];
    let refused = 0;
    const sendSome = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const answer = await octavo.post(CONTENT);
        if (answer.status === 202) accepted.push(((await answer.json()) as { id: string }).id);
        else refused++;
      }
    };
    await sendSome(3);
    try {
      writeFileSync(ballast, Buffer.alloc(DEVICE_MB * 2 ** 20));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
    await sendSome(10);
    rmSync(ballast, { force: true });
    await sendSome(3);
    const ends = await Promise.all(
      accepted.map((id) =>
        waitForEnd(octavo, id, 90_000).then(
          ({ status }) => status,
          () => 'stuck',
        ),
      ),
    );
    await octavo.kill('SIGTERM');
    await stopOctavo(undefined);
    return { tried: true, refused, lost: ends.filter((status) => !status.startsWith('ready')).length };
  } finally {
    await postgres.close();
    spawnSync('umount', ['-l', dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

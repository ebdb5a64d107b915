/**
 * What somebody builds out of the programs at hand: pandoc writes the file, a warm LibreOffice turns it into a PDF, pdftoppm draws the
 * pages. Each client has its own LibreOffice. No record, no queue, no review, no box; found on the PATH or not measured.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareFonts } from '../../src/render/fonts.ts';
import { startOffice } from './floor.ts';
import { findProcesses, readCpuMs } from './processes.ts';

const WIDTH_PX = '1240';
const run = promisify(execFile);

export type ChainFormat = 'docx' | 'pptx';

export interface Chain {
  /** Markdown → file, PDF and pictures on disk; how many pages. Clients are numbered from 0. */
  make(client: number, markdown: string, format: ChainFormat): Promise<number>;
  /** Of all its programs so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** Null where one of the programs is not installed. @param clients how many work side by side */
export async function startChain(clients: number): Promise<Chain | null> {
  if ([['pandoc', '--version'] as const, ['pdftoppm', '-v'] as const].some(([name, asked]) => spawnSync(name, [asked]).error)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'octavo-chain-'));
  const fonts = await prepareFonts(folder);
  const offices = await Promise.all(
    Array.from({ length: clients }, (_, at) => startOffice(join(folder, `office-${at}`), fonts.configFile)),
  );
  const processes = offices.flatMap(({ child }) => (child.pid === undefined ? [] : [...findProcesses(child.pid)]));
  // pandoc and pdftoppm are children of this process that have ended; it does little itself meanwhile
  return {
    async make(client, markdown, format) {
      const office = offices[client];
      if (office === undefined) throw new Error(`the chain has no client ${client}`);
      const dir = await mkdtemp(join(folder, 'job-'));
      const [text, file] = [join(dir, 'in.md'), join(dir, `out.${format}`)];
      await writeFile(text, markdown);
      await run('pandoc', ['-f', 'markdown', ...(format === 'docx' ? ['--toc'] : []), '-o', file, text]);
      const { pdf } = await office.convert(await readFile(file), format);
      await writeFile(join(dir, 'out.pdf'), pdf);
      await run('pdftoppm', ['-png', '-scale-to-x', WIDTH_PX, '-scale-to-y', '-1', join(dir, 'out.pdf'), join(dir, 'page')]);
      const pages = (await readdir(dir)).filter((name) => name.endsWith('.png')).length;
      await rm(dir, { recursive: true });
      return pages;
    },
    cpuMs: () => readCpuMs([process.pid, ...processes]),
    async close() {
      for (const { child } of offices) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

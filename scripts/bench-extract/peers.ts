/**
 * Other programs on the same files, for comparison: those that are found. `pandoc` and `pdftotext` are looked for on the
 * PATH, mammoth, officeparser and LiteParse in the folder OCTAVO_PEERS (`npm install --prefix folder mammoth officeparser
 * @llamaindex/liteparse`). None of them is a part of Octavo.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Peer {
  name: string;
  kinds: readonly string[];
  /** Whether it is a process of its own, which ends by itself where a file is too much for it. */
  apart: boolean;
  read(bytes: Uint8Array, kind: string): Promise<string>;
}

const TIMEOUT_MS = 60_000;
const OUTPUT_BYTES_MAX = 256 * 2 ** 20;

function command(name: string, args: readonly string[], input: Uint8Array): string {
  const run = spawnSync(name, args, { input, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX });
  if (run.status !== 0) throw new Error(`${name} ended with ${run.status ?? run.signal}`);
  return run.stdout.toString();
}

const isThere = (name: string, argument: string): boolean => spawnSync(name, [argument]).error === undefined;

export async function findPeers(folder: string | undefined): Promise<Peer[]> {
  const peers: Peer[] = [];
  if (isThere('pandoc', '--version'))
    peers.push({
      name: 'pandoc',
      kinds: ['docx', 'html'],
      apart: true,
      read: async (bytes, kind) => command('pandoc', ['-f', kind, '-t', 'gfm'], bytes),
    });
  if (isThere('pdftotext', '-v'))
    peers.push({ name: 'pdftotext', kinds: ['pdf'], apart: true, read: async (bytes) => command('pdftotext', ['-', '-'], bytes) });
  if (folder === undefined) return peers;
  const require = createRequire(join(folder, 'peers.js'));
  const load = async (name: string): Promise<Record<string, unknown> | null> => {
    try {
      return (await import(require.resolve(name))) as Record<string, unknown>;
    } catch {
      // Not installed there.
      return null;
    }
  };
  const [mammoth, officeparser, liteparse] = await Promise.all(['mammoth', 'officeparser', '@llamaindex/liteparse'].map(load));
  if (mammoth) peers.push(mammothPeer(mammoth));
  if (officeparser) peers.push(officeParserPeer(officeparser));
  if (liteparse) peers.push(liteParsePeer(liteparse));
  return peers;
}

type Call = (...args: unknown[]) => Promise<unknown>;

function mammothPeer(module: Record<string, unknown>): Peer {
  const { convertToMarkdown } = (module['default'] ?? module) as { convertToMarkdown: Call };
  return {
    name: 'mammoth',
    kinds: ['docx'],
    apart: false,
    read: async (bytes) => String(((await convertToMarkdown({ buffer: Buffer.from(bytes) })) as { value: unknown }).value),
  };
}

function officeParserPeer(module: Record<string, unknown>): Peer {
  const { parseOffice } = module as { parseOffice: Call };
  return {
    name: 'officeparser',
    kinds: ['docx', 'pptx', 'xlsx', 'html', 'pdf'],
    apart: false,
    async read(bytes, kind) {
      const parsed = (await parseOffice(Buffer.from(bytes), { fileType: kind })) as { to(kind: string): Promise<{ value: unknown }> };
      return String((await parsed.to('md')).value);
    },
  };
}

function liteParsePeer(module: Record<string, unknown>): Peer {
  const { LiteParse } = module as {
    LiteParse: new (options: object) => {
      parse(path: string): Promise<{ text: string; markdown?: string; pages: { markdown?: string; text?: string }[] }>;
    };
  };
  const folder = mkdtempSync(join(tmpdir(), 'octavo-peers-'));
  return {
    name: 'liteparse',
    kinds: ['pdf'],
    apart: false,
    async read(bytes) {
      const path = join(folder, 'a.pdf');
      writeFileSync(path, bytes);
      const parsed = await new LiteParse({ outputFormat: 'markdown', ocrEnabled: false }).parse(path);
      return parsed.markdown ?? parsed.pages.map((page) => page.markdown ?? page.text ?? '').join('\n\n');
    },
  };
}

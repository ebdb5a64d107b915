/** What all commands read, write and say on this machine. Loads nothing of the engine. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Refusal } from '../base/refusal.ts';

/** What the command makes; a page of HTML needs no renderer. */
export const MADE_FILES = ['docx', 'pptx', 'xlsx', 'pdf', 'html'] as const;
export type MadeFile = (typeof MADE_FILES)[number];

/** A line for whoever runs the command: on standard error, since standard output is for results. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};
const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EEXIST: 'a part of its path is a file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'nothing may be written there',
  EPERM: 'nothing may be written there',
  EROFS: 'nothing may be written there',
  ENOSPC: 'the device is full',
};

/** @throws Refusal for what is not there or not to be read */
export async function readGiven(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const why = UNREADABLE[codeOf(error)];
    if (why === undefined) throw error;
    throw new Refusal('input_invalid', `${path} cannot be read: ${why}.`, { cause: error });
  }
}

/** The bytes of a file, or of standard input where it is `-`. @throws Refusal as `readGiven` does */
export const readGivenOrInput = async (path: string): Promise<Uint8Array> => (path === '-' ? buffer(process.stdin) : readGiven(path));

/** @throws Refusal where it is not there, or no JSON */
export async function readGivenJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readGivenOrInput(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const name = path === '-' ? 'Standard input' : path;
    throw new Refusal('input_invalid', `${name} is not valid JSON: ${error.message}.`, { cause: error });
  }
}

/** Whole or not at all: written beside its place and moved there. @throws Refusal where it cannot be written */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    const why = UNWRITABLE[codeOf(error)];
    if (why === undefined) throw error;
    await rm(unfinished, { force: true }).catch(() => undefined); // where nothing can be written, nothing is left
    throw new Refusal('input_invalid', `${path} cannot be written: ${why}.`, { cause: error });
  }
}

/** In the program that the desktop has for it. */
export async function openFile(path: string): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [path], { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve) => {
    child.once('spawn', resolve);
    child.once('error', () => {
      say(`${program} is not installed; the file is ${path}`);
      resolve();
    });
  });
  child.unref();
}

/** What all commands read, write and say on this machine. Loads nothing of the engine. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BROUGHT_FIELDS } from '../base/brought-fields.ts';
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
async function readGivenJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readGivenOrInput(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const name = path === '-' ? 'Standard input' : path;
    throw new Refusal('input_invalid', `${name} is not valid JSON: ${error.message}.`, { cause: error });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const ID = /^(?:file|doc)_\w+$/;
const folderOf = (path: string): string => (path === '-' ? process.cwd() : dirname(path));
const readAsBase64 = async (folder: string, named: string): Promise<string> =>
  Buffer.from(await readGiven(resolve(folder, named))).toString('base64');

/**
 * Operations from a JSON file, a list or an object with `operations`, with the bytes of the files on this machine that they name by
 * their paths, which are relative to the JSON file.
 * @returns what is in the file where it is neither
 * @throws Refusal where one of the files cannot be read, or the file is no JSON
 */
export async function readGivenOperations(path: string): Promise<unknown> {
  const given = await readGivenJson(path);
  const operations: unknown = isObject(given) && 'operations' in given ? given['operations'] : given;
  if (!Array.isArray(operations)) return operations;
  const folder = folderOf(path);
  const read: unknown[] = [];
  for (const operation of operations) {
    if (!isObject(operation)) {
      read.push(operation);
      continue;
    }
    const own = { ...operation };
    for (const field of BROUGHT_FIELDS) {
      const named = own[field];
      if (typeof named === 'string' && !ID.test(named)) own[field] = { data: await readAsBase64(folder, named), filename: basename(named) };
    }
    read.push(own);
  }
  return read;
}

const PICTURE = /\.(?:png|jpe?g|gif)$/i;

/**
 * Data for a template from a JSON file, with the bytes of pictures on this machine that it names by their paths, `{"file": "logo.png"}`, which
 * are relative to the JSON file.
 * @throws Refusal where one of them cannot be read, or the file is no JSON
 */
export async function readGivenData(path: string): Promise<unknown> {
  const folder = folderOf(path);
  const walk = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const one of value) items.push(await walk(one));
      return items;
    }
    if (!isObject(value)) return value;
    const { file, alt, ...more } = value;
    if (typeof file === 'string' && PICTURE.test(file) && Object.keys(more).length === 0)
      return { data: await readAsBase64(folder, file), ...(alt === undefined ? {} : { alt }) };
    const made: [string, unknown][] = [];
    for (const [key, one] of Object.entries(value)) made.push([key, await walk(one)]);
    return Object.fromEntries(made);
  };
  return walk(await readGivenJson(path));
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

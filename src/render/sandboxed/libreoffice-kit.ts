/**
 * LibreOfficeKit through FFI: just what turning one file into a PDF needs.
 *
 * The ABI (LibreOfficeKit.h) is C with tables of functions: an object's first word points to its class, a class is
 * `{ size_t nSize; function pointers… }`, and a function is there only if its offset lies below nSize. The tables are
 * only ever appended to, so an index found once stays right. One LibreOfficeKit per process; it cannot be unloaded,
 * and every call blocks, so whoever starts this process holds the clock.
 */
import koffi from 'koffi';
import { existsSync } from 'node:fs';

const POINTER_BYTES = 8;
const OFFICE = { getError: 2, documentLoadWithOptions: 3, freeError: 4, getVersionInfo: 9, trimMemory: 17 } as const;
const DOCUMENT = { destroy: 0, saveAs: 1 } as const;

const destroyType = koffi.proto('void octavo_destroy(void *self)');
const loadType = koffi.proto('void *octavo_load(void *self, const char *url, const char *options)');
const textType = koffi.proto('void *octavo_text(void *self)');
const freeType = koffi.proto('void octavo_free(void *text)');
const saveType = koffi.proto('int octavo_save(void *self, const char *url, const char *format, const char *options)');
const trimType = koffi.proto('void octavo_trim(void *self, int target)');

type Pointer = bigint;

function asPointer(value: unknown): Pointer | null {
  if (value === null || value === undefined || value === 0n) return null;
  if (typeof value !== 'bigint') throw new TypeError(`expected a pointer, got ${typeof value}`);
  return value;
}

function methodAt(object: Pointer, index: number): Pointer {
  const table = asPointer(koffi.decode(object, 'void *'));
  if (table === null) throw new Error('LibreOfficeKit gave an object without a class');
  const tableBytes = Number(koffi.decode(table, 'size_t'));
  const offset = POINTER_BYTES * (1 + index);
  const method = offset < tableBytes ? asPointer(koffi.decode(table, offset, 'void *')) : null;
  if (method === null) throw new Error(`this LibreOffice is too old: its LibreOfficeKit lacks function ${index}`);
  return method;
}

interface OfficeDocument {
  /** @throws Error with LibreOffice's own message */
  saveAs(url: string, format: string, options: string): void;
  close(): void;
}

export interface Office {
  /** `LibreOffice 25.2.3.2` */
  version: string;
  /**
   * `Batch=true` is always set: without it a truncated file opens a dialog that nobody sees and holds a core forever.
   * @throws Error with LibreOffice's own message
   */
  load(url: string): OfficeDocument;
  /** Gives cached memory back (LibreOffice 7.6 and later; nothing happens on an older one). */
  trimMemory(): void;
}

/**
 * @param programDir where libmergedlo.so lies
 * @param profileUrl a `file://` URL (a plain path is not understood)
 */
export function openOffice(programDir: string, profileUrl: string): Office {
  const library = ['libmergedlo.so', 'libsofficeapp.so'].map((name) => `${programDir}/${name}`).find((path) => existsSync(path));
  if (library === undefined) throw new Error(`no LibreOffice library in ${programDir}`);
  const hook = koffi
    .load(library, { lazy: true, global: false })
    .func('void *libreofficekit_hook_2(const char *program, const char *profile)');
  const self = asPointer(hook(programDir, profileUrl));
  if (self === null) throw new Error('LibreOfficeKit did not start');

  const takeText = (method: Pointer): string => {
    const text = asPointer(koffi.call(method, textType, self));
    if (text === null) return '';
    const value: unknown = koffi.decode(text, 'char', -1);
    koffi.call(methodAt(self, OFFICE.freeError), freeType, text);
    return typeof value === 'string' ? value : '';
  };
  const lastError = (): string => takeText(methodAt(self, OFFICE.getError)) || 'no reason given';
  const loadMethod = methodAt(self, OFFICE.documentLoadWithOptions);

  return {
    version: readVersion(takeText(methodAt(self, OFFICE.getVersionInfo))),
    load(url) {
      const document = asPointer(koffi.call(loadMethod, loadType, self, url, 'Batch=true,EnableMacrosExecution=false'));
      if (document === null) throw new Error(`load: ${lastError()}`);
      return {
        saveAs(target, format, options) {
          const saved: unknown = koffi.call(methodAt(document, DOCUMENT.saveAs), saveType, document, target, format, options);
          if (saved !== 1) throw new Error(`save: ${lastError()}`);
        },
        close() {
          koffi.call(methodAt(document, DOCUMENT.destroy), destroyType, document);
        },
      };
    },
    trimMemory() {
      koffi.call(methodAt(self, OFFICE.trimMemory), trimType, self, 2000);
    },
  };
}

/** getVersionInfo gives JSON: `{"ProductName":"LibreOffice","ProductVersion":"25.2","ProductExtension":".3.2",…}`. */
function readVersion(json: string): string {
  const name = /"ProductName":\s*"([^"]*)"/.exec(json)?.[1] ?? 'LibreOffice';
  const version = /"ProductVersion":\s*"([^"]*)"/.exec(json)?.[1] ?? '';
  const extension = /"ProductExtension":\s*"([^"]*)"/.exec(json)?.[1] ?? '';
  return `${name} ${version}${extension}`.trim();
}

/**
 * The floor for office files: LibreOfficeKit in a process of its own, outside of any sandbox, queue or service, called
 * as directly as its C interface allows. Written apart from the service's own binding, so that neither hides a fault
 * of the other. Messages: `{input, output}` → `{ms}`.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import koffi from 'koffi';

const PROGRAM_DIR = '/usr/lib/libreoffice/program';
const PDF_OPTIONS = JSON.stringify({
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ExportBookmarks: { type: 'boolean', value: 'true' },
});
/** Places in the tables of functions (LibreOfficeKit.h), behind the word with the table's size. */
const [LOAD, CLOSE, SAVE] = [3, 0, 1];

const load = koffi.proto('void *bare_load(void *self, const char *url, const char *options)');
const save = koffi.proto('int bare_save(void *self, const char *url, const char *format, const char *options)');
const close = koffi.proto('void bare_close(void *self)');

function functionAt(object: unknown, index: number): unknown {
  return koffi.decode(koffi.decode(object, 'void *'), 8 + 8 * index, 'void *');
}

const library = ['libmergedlo.so', 'libsofficeapp.so'].map((name) => `${PROGRAM_DIR}/${name}`).find((path) => existsSync(path));
if (library === undefined) throw new Error('LibreOffice is not installed');
const hook = koffi
  .load(library, { lazy: true, global: false })
  .func('void *libreofficekit_hook_2(const char *program, const char *profile)');
const office: unknown = hook(PROGRAM_DIR, pathToFileURL(process.argv[2] ?? '').href);
if (office === null) throw new Error('LibreOfficeKit did not start');

process.on('message', ({ input, output }: { input: string; output: string }) => {
  const start = performance.now();
  const document: unknown = koffi.call(functionAt(office, LOAD), load, office, pathToFileURL(input).href, 'Batch=true');
  if (document === null) throw new Error(`LibreOfficeKit cannot load ${input}`);
  const saved: unknown = koffi.call(functionAt(document, SAVE), save, document, pathToFileURL(output).href, 'pdf', PDF_OPTIONS);
  const ms = performance.now() - start;
  koffi.call(functionAt(document, CLOSE), close, document);
  if (saved !== 1) throw new Error(`LibreOfficeKit cannot write ${output}`);
  process.send?.({ ms });
});
// LibreOffice takes the usual signals, and its threads outlive a bench that was broken off
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.({ ready: true });

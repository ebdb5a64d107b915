/** Short texts that a person can be shown as an event happens (interface §6.1, `display`). Many events have none. */

type Data = Record<string, unknown>;
type Display = Record<'en' | 'es', string>;

const FAILURES: Record<string, Display> = {
  content_empty: { en: 'There is nothing to show in the content', es: 'El contenido no tiene nada que mostrar' },
  source_unreadable: { en: 'A source could not be read', es: 'No se pudo leer una de las fuentes' },
  file_rejected: { en: 'The file cannot be processed', es: 'El archivo no se puede procesar' },
  edit_not_applied: { en: 'None of the changes could be made', es: 'No se pudo hacer ninguno de los cambios' },
  document_too_long: { en: 'The document is too long', es: 'El documento es demasiado largo' },
  format_unclear: { en: 'It is not clear which kind of file is wanted', es: 'No queda claro qué tipo de archivo se quiere' },
  generation_blocked: { en: 'The model declined to write the document', es: 'El modelo no quiso escribir el documento' },
};

const OUTPUT_NAMES: Record<string, Display> = {
  docx: { en: 'The Word file', es: 'El archivo de Word' },
  pptx: { en: 'The PowerPoint file', es: 'El archivo de PowerPoint' },
  xlsx: { en: 'The Excel file', es: 'El archivo de Excel' },
  pdf: { en: 'The PDF', es: 'El PDF' },
  html: { en: 'The page', es: 'La página' },
};

function counted(count: unknown, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** What a code of `document.failed` means, without content of the document. */
export const describeFailure = (code: string): Display =>
  FAILURES[code] ?? { en: 'The document could not be made', es: 'No se pudo hacer el documento' };

function failureOf(data: Data): Display {
  const { error } = data;
  return describeFailure(typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '');
}

const READY: Record<string, Display> = {
  ready: { en: 'The document is ready', es: 'El documento está listo' },
  ready_with_warnings: { en: 'The document is ready, with warnings', es: 'El documento está listo, con avisos' },
  needs_review: { en: 'The document is ready and needs a look', es: 'El documento está listo y conviene revisarlo' },
};

const TEXTS: Record<string, (data: Data) => Display | undefined> = {
  'document.created': () => ({ en: 'Accepted', es: 'Aceptado' }),
  'document.started': (d) =>
    d.attempt === 1
      ? { en: 'Started', es: 'Empezado' }
      : { en: `Started again (attempt ${String(d.attempt)})`, es: `Empezado de nuevo (intento ${String(d.attempt)})` },
  'document.ready': (d) => READY[String(d.status)],
  'document.failed': failureOf,
  'document.canceled': () => ({ en: 'Canceled', es: 'Cancelado' }),
  'style.resolved': () => ({ en: 'The style is settled', es: 'El estilo está decidido' }),
  'edit.planned': (d) => ({
    en: `${counted(d.operations, 'change', 'changes')} to make`,
    es: `${counted(d.operations, 'cambio', 'cambios')} por hacer`,
  }),
  'edit.operation_applied': () => ({ en: 'A change was made', es: 'Se hizo un cambio' }),
  'edit.operation_rejected': () => ({ en: 'A change could not be made', es: 'No se pudo hacer un cambio' }),
  'render.completed': (d) => ({
    en: `${counted(d.pages, 'page', 'pages')} laid out`,
    es: `${counted(d.pages, 'página compuesta', 'páginas compuestas')}`,
  }),
  'validation.completed': (d) =>
    d.errors === 0 && d.warnings === 0
      ? { en: 'Checked, nothing to repair', es: 'Revisado, nada que corregir' }
      : {
          en: `Checked: ${counted(d.errors, 'error', 'errors')}, ${counted(d.warnings, 'warning', 'warnings')}`,
          es: `Revisado: ${counted(d.errors, 'error', 'errores')}, ${counted(d.warnings, 'aviso', 'avisos')}`,
        },
  'repair.applied': () => ({ en: 'A problem was repaired', es: 'Se corrigió un problema' }),
  'preview.page_ready': (d) => ({
    en: `Page ${String(d.page)} of ${String(d.total)} is ready`,
    es: `La página ${String(d.page)} de ${String(d.total)} está lista`,
  }),
  'output.available': (d) => {
    const name = OUTPUT_NAMES[String(d.kind)];
    return name && { en: `${name.en} is available`, es: `${name.es} está disponible` };
  },
};

/** The texts of an event by its type and data; undefined where it has none (block by block, deltas, page pictures as outputs). */
export function displayOf(type: string, data: Data): Display | undefined {
  return TEXTS[type]?.(data);
}

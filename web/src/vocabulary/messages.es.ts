import type { Translation } from '../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  status: {
    queued: 'En cola',
    running: 'En curso',
    ready: 'Listo',
    ready_with_warnings: 'Con avisos',
    needs_review: 'Por revisar',
    failed: 'Fallido',
    canceled: 'Cancelado',
  },
  format: { docx: 'Word', pdf: 'PDF', pptx: 'PowerPoint', xlsx: 'Excel', artifact: 'Página web' },
  operation: { create: 'Creado', review: 'Revisado', edit: 'Editado' },
  quality: { auto: 'Automático', fast: 'Rápido', standard: 'Estándar', best: 'Óptimo' },
  severity: { error: 'Error', warning: 'Aviso', info: 'Nota' },
  phase: {
    reading: 'Leyendo',
    planning: 'Planificando',
    writing: 'Escribiendo',
    building: 'Montando el archivo',
    rendering: 'Dibujando páginas',
    reviewing: 'Comprobando páginas',
    repairing: 'Corrigiendo',
    finishing: 'Terminando',
  },
  document: 'Documento',
  deleted: 'Borrado',
};

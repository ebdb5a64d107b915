import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Extracciones',
  lead: 'Cualquier archivo como Markdown: Office antiguo y nuevo, PDF, HTML, escaneos e imágenes por reconocimiento de texto.',
  drop: 'Suelta un archivo aquí o elígelo',
  dropHint: 'No se guarda nada: el texto está aquí hasta que salgas de la página.',
  reading: (name: string) => `Se está leyendo ${name}`,
  queued: 'Tarda un poco más; el texto llega en cuanto esté.',
  emptyTitle: 'Lee un archivo',
  emptyBody: 'Se conservan títulos, listas y tablas; diapositivas, hojas y páginas son secciones. Desde un programa: POST /v1/extract.',
  text: 'Texto',
  characters: (count: string) => `${count} caracteres`,
  pages: (count: string) => `${count} páginas`,
  truncated: 'El texto se corta tras 2.000.000 de caracteres.',
  download: 'Descargar',
  notes: 'Lo que no se pudo conservar',
};

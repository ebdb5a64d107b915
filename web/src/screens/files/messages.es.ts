import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Archivos',
  lead: 'Archivos subidos: fuentes para escribir, imágenes para colocar, plantillas, documentos para revisar o editar.',
  upload: 'Subir',
  drop: 'Suelta archivos aquí o elígelos',
  dropHint: 'Word, PowerPoint, Excel, PDF, texto e imágenes, hasta 20 MB cada uno.',
  uploaded: (name: string) => `${name} se ha subido`,
  name: 'Nombre',
  kind: 'Tipo',
  size: 'Tamaño',
  pages: 'Páginas',
  added: 'Subido',
  id: 'Id',
  remove: 'Borrar',
  removeTitle: (count: number) => (count === 1 ? '¿Borrar el archivo?' : `¿Borrar ${count} archivos?`),
  removeBody: 'Los documentos hechos con ellos se conservan. Las peticiones que los nombren se rechazarán desde ahora.',
  removed: (count: number) => (count === 1 ? 'El archivo se ha borrado' : `Se han borrado ${count} archivos`),
  selected: (count: number) => (count === 1 ? '1 archivo' : `${count} archivos`),
  emptyTitle: 'Aún no hay archivos',
  emptyBody: 'Sube uno aquí, o con POST /v1/files, y nombra su id en una petición.',
};

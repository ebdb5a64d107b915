import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Documentos',
  lead: 'Todo lo que se ha hecho en este proyecto, lo más reciente primero.',
  make: 'Nuevo documento',
  searchName: 'Buscar por nombre',
  status: 'Estado',
  format: 'Formato',
  operation: 'Origen',
  name: 'Nombre',
  pages: 'Páginas',
  level: 'Nivel',
  created: 'Creado',
  next: 'Anteriores',
  previous: 'Más recientes',
  emptyTitle: 'Todavía no hay documentos',
  emptyBody: 'Escribe una petición o pega Markdown: las páginas aparecerán aquí con todo lo que se haya encontrado en ellas.',
  noneTitle: 'Nada coincide con estos filtros',
  noneBody: 'Quita alguno o busca menos texto.',
  clear: 'Quitar filtros',
  delete: 'Borrar',
  deleteTitle: (count: number) => (count === 1 ? '¿Borrar este documento?' : `¿Borrar ${count} documentos?`),
  deleteBody:
    'Los archivos, el informe y los eventos desaparecen al momento y sus enlaces dejan de funcionar. El registro se conserva para la factura.',
  deleted: (count: number) => (count === 1 ? '1 documento borrado' : `${count} documentos borrados`),
};

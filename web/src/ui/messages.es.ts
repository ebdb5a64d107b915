import type { Translation } from '../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  copy: 'Copiar',
  copied: 'Copiado',
  loading: 'Cargando',
  retry: 'Reintentar',
  search: 'Buscar',
  notifications: 'Avisos',
  clearFilters: 'Quitar filtros',
  any: 'Cualquiera',
  selectAll: 'Seleccionar toda la página',
  selectRow: (name: string) => `Seleccionar ${name}`,
  selected: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  next: 'Siguiente',
  previous: 'Anterior',
  more: 'Mostrar más',
  unreachable: 'El servicio no ha respondido',
  unreachableRepair: 'Comprueba la conexión y vuelve a intentarlo. No se pierde nada de lo que has escrito.',
  requestId: 'Petición',
  notAllowed: 'No para tu rol',
  roles: { owner: 'Propietario', admin: 'Administrador', member: 'Miembro', viewer: 'Lector' },
  roleMayNot: (role: string, who: readonly string[]) =>
    `Tu rol (${role}) no permite cambiar esto. Pídelo a alguien con uno de estos roles: ${who.join(', ')}.`,
  aboutThis: 'Sobre este error',
};

import type { Translation } from '../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  skip: 'Saltar al contenido',
  navigation: 'Navegación',
  openNavigation: 'Abrir la navegación',
  closeNavigation: 'Cerrar la navegación',
  make: 'Crear',
  build: 'Integrar',
  settings: 'Ajustes',
  project: 'Proyecto',
  account: 'Cuenta',
  language: 'Idioma',
  theme: 'Tema',
  system: 'Como el sistema',
  light: 'Claro',
  dark: 'Oscuro',
  signOut: 'Cerrar sesión',
  reference: 'Referencia de la API',
  notFound: 'Aquí no hay nada',
  notFoundTitle: 'Nada tiene esta dirección',
  documents: 'Ver todos los documentos',
  notFoundBody:
    'Puede estar mal escrita, puede que lo que había se haya borrado o que pertenezca a otro proyecto: elígelo arriba, en la navegación.',
  home: 'Ir al resumen',
  failed: 'No se ha podido mostrar',
  noProject: 'No perteneces a ningún proyecto',
  noProjectBody: 'Pide una invitación a un propietario o administrador de tu organización, o entra con otra cuenta.',
};

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
  notFoundBody: 'Puede que la dirección esté mal escrita o que se haya borrado lo que había.',
  home: 'Ir al resumen',
  failed: 'No se ha podido mostrar',
  noProject: 'No perteneces a ningún proyecto',
  noProjectBody: 'Pide una invitación a un propietario o administrador de tu organización, o entra con otra cuenta.',
};

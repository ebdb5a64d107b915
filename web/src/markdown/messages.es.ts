import type { Translation } from '../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  contents: 'Índice',
  pagebreak: 'Página nueva',
  landscape: 'Páginas apaisadas',
  slide: (count: number) => `Diapositiva ${count}`,
  chartElsewhere: 'Se dibuja con las cifras de una tabla',
  send: 'Enviar',
};

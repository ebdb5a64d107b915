import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Pruebas',
  lead: 'Cualquier petición de la API, en este proyecto y en tu propia sesión. Lo que crea es real y cuesta lo mismo.',
  reference: 'Toda la referencia',
  call: 'Petición',
  parameters: 'Parámetros',
  body: 'Cuerpo (JSON)',
  bodyInvalid: 'Esto aún no es JSON.',
  send: 'Enviar',
  stop: 'Detener',
  answer: 'Respuesta',
  noAnswer: 'Aún no se ha enviado nada',
  noAnswerBody: 'Elige una petición, rellena lo que necesita y envíala. Los flujos de eventos aparecen según llegan.',
  status: 'Estado',
  took: (ms: string) => `${ms} ms`,
  command: 'Como comando',
  required: 'obligatorio',
  bytes: (size: string, type: string) => `${size}, ${type}`,
  roleMayNot: 'Tu rol no puede enviar esta.',
};

import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Resumen',
  hello: (name: string) => `Hola, ${name}`,
  lead: 'Documentos a partir de peticiones, Markdown y archivos, comprobados página a página.',
  promptTitle: '¿Qué necesitas?',
  promptLabel: 'Petición',
  promptExample: 'Un memorando de dos páginas para ventas sobre pasar la reunión semanal al martes…',
  promptSubmit: 'Escribirlo',
  more: 'Más ajustes',
  examples: [
    'Un presupuesto para un sitio web, en euros, con tres opciones',
    'El acta de un consejo con acuerdos y tareas',
    'Diez diapositivas con los resultados del tercer trimestre',
  ],
  dropTitle: 'O empieza con un archivo',
  dropLead: 'Para escribir a partir de él, revisarlo o editarlo.',
  dropped: '¿Qué hacemos con él?',
  write: 'Escribir a partir de él',
  review: 'Revisarlo',
  steps: 'Primeros pasos',
  step: {
    document: 'Haz un documento',
    documentText: 'Con una petición o Markdown, arriba.',
    key: 'Crea una clave de API',
    keyText: 'Para que programas y agentes hagan lo mismo.',
    docs: 'Lee cómo funciona',
    docsText: 'Cada llamada, con ejemplos para probar.',
  },
  done: 'Hecho',
  recent: 'Últimos documentos',
  all: 'Todos los documentos',
  none: 'Aquí aparecerán tus documentos.',
};

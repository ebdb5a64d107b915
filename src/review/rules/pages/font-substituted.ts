import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';
import { resolveLook } from '../../../document/look.ts';

/** Faces that a renderer draws with a twin of the same widths: no page breaks elsewhere than in Word. */
const TWINS: Readonly<Record<string, readonly string[]>> = {
  Calibri: ['Carlito', 'Source Sans 3'],
  Cambria: ['Caladea', 'Source Serif 4'],
  Georgia: ['Gelasio', 'Source Serif 4'],
  Arial: ['Liberation Sans'],
  'Arial Narrow': ['Liberation Sans Narrow'],
  'Times New Roman': ['Liberation Serif'],
  'Courier New': ['Liberation Mono'],
  Consolas: ['Liberation Mono', 'JetBrains Mono'],
};

const fold = (name: string): string => name.replaceAll(/[\s-]/g, '').toLowerCase();

/** The client's own face is not on this machine: the file names it all the same, the PDF and the pictures show another. */
export const fontSubstituted = definePageRule({
  code: 'font_substituted',
  severity: 'info',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  summary: 'a face that was asked for and is not available',
  check: (drawn, { look }) => {
    const asked = look.faces.text;
    if (!look.ownFont || drawn.fonts.length === 0) return [];
    const accepted = [asked, ...(TWINS[asked] ?? [])].map(fold);
    if (drawn.fonts.some((font) => accepted.some((name) => fold(font).startsWith(name)))) return [];
    return [
      { message: `The face ${asked} is not on this machine: the PDF and the page pictures are drawn with ${drawn.fonts[0] ?? 'another'}.` },
    ];
  },
  examples: {
    fires: [
      {
        name: 'a house face',
        document: {},
        look: resolveLook('report', { font: 'Acme Grotesk' }),
        drawn: drawnOf([pageOf(1, textLines(3))]),
      },
    ],
    silent: [
      {
        name: 'a face with a twin',
        document: {},
        look: resolveLook('report', { font: 'Arial' }),
        drawn: drawnOf([pageOf(1, textLines(3))], { fonts: ['LiberationSans'] }),
      },
    ],
  },
});

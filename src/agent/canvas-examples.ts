/** Canvases of the gallery as examples for a model, chosen by what it is to draw. */
import { canvasGallery } from './prompt-files.ts';

interface Example {
  /** As the gallery names it: what it is. */
  name: string;
  /** The block, with its marks. */
  markdown: string;
}

/** Other words for what an example shows, English and Spanish. */
const ALSO: Readonly<Record<string, RegExp>> = {
  Cover: /\b(?:cover|title|portada|opening)\b/,
  Agenda: /\b(?:agenda|contents|overview|indice)\b/,
  Dashboard: /\b(?:dashboard|kpis?|figures|metrics|indicators|results|cifras|panel)\b/,
  Process: /\b(?:process|steps|flow|how it works|pipeline|proceso|pasos)\b/,
  Matrix: /\b(?:matrix|quadrants?|swot|two by two|2x2|priorit\w+|matriz|dafo)\b/,
  Funnel: /\b(?:funnel|conversion|embudo)\b/,
  'Organisation chart': /\b(?:organi[sz]ation chart|org chart|organigrama|hierarchy|structure)\b/,
  Roadmap: /\b(?:roadmap|plan|milestones|gantt|hoja de ruta|quarters)\b/,
  Comparison: /\b(?:comparison|compare|options|versus|vs|comparacion)\b/,
  'Two answers side by side': /\b(?:before and after|side by side|today and|as is|contrast|pros|antes y despues)\b/,
  Quotation: /\b(?:quotation|quote|testimonial|cita)\b/,
  'One number': /\b(?:one number|single number|big number|one figure|headline figure)\b/,
  Team: /\b(?:team|people|who we are|equipo)\b/,
  Pricing: /\b(?:pric\w+|plans|packages|tariffs?|precios)\b/,
  'Icons and points': /\b(?:icons|features|benefits|points|principles|ventajas)\b/,
  Timeline: /\b(?:timeline|history|years|chronology|cronologia)\b/,
  Certificate: /\b(?:certificate|diploma|award|certificado)\b/,
  Flyer: /\b(?:flyer|poster|invitation|event|cartel|folleto)\b/,
  'Curriculum vitae with a side bar': /\b(?:curriculum|cv|resume|side bar|sidebar)\b/,
  Closing: /\b(?:closing|decisions?|the ask|asked for|next steps|call to action|cierre)\b/,
};

let read: Example[] | undefined;

/** All of them, in the order of the gallery. */
function canvasExamples(): readonly Example[] {
  read ??= [...canvasGallery().matchAll(/^:::canvas\{alt="([^"]+)"\}\n[^]*?^:::$/gm)].map(([markdown, name = '']) => ({ name, markdown }));
  return read;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const scoreOf = ({ name }: Example, text: string): number => {
  const words = ALSO[name];
  const said = text.match(new RegExp(words?.source ?? '(?!)', 'g'))?.length ?? 0;
  return said + (text.includes(plain(name)) ? 1 : 0);
};

/**
 * The examples that serve a text best, the most fitting first: of equal ones those of the beginning of the gallery.
 * @param wanted what is to be drawn, in words
 */
export function chooseCanvases(wanted: string, count: number): readonly Example[] {
  const text = plain(wanted);
  return canvasExamples()
    .map((example, at) => ({ example, at, score: scoreOf(example, text) }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, count)
    .map(({ example }) => example);
}

/** As a prompt has them. */
export const describeCanvases = (examples: readonly Example[]): string =>
  `Examples of canvases, to show the craft and never to be copied: yours has its own idea.\n\n${examples
    .map(({ markdown }) => `\`\`\`\`markdown\n${markdown}\n\`\`\`\``)
    .join('\n\n')}`;

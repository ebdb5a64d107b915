/** Canvases of the gallery as examples for a model, chosen by what it is to draw. */
import { canvasGallery } from './prompt-files.ts';

interface Example {
  /** As the gallery names it: what it is. */
  name: string;
  /** The block, with its marks. */
  markdown: string;
}

/** Words that ask for what an example shows, English and Spanish, without accents. */
const ASKS: Readonly<Record<string, RegExp>> = {
  Cover: /\b(?:cover|title (?:page|slide)|portada|deck|presentation|pitch|report|presentacion|informe)\b/,
  Agenda: /\b(?:agenda|contents|orden del dia|indice|workshop|training|meeting|taller|reunion|curso|programme)\b/,
  Dashboard:
    /\b(?:dashboards?|kpis?|key figures|metrics|indicators|scorecard|results|quarter(?:ly)?|q[1-4]|performance|cifras|indicadores|resultados|trimestre|cuadro de mando|balance)\b/,
  Process:
    /\b(?:process|steps?|flows?|how (?:it|this|we) works?|how to|workflow|procedure|onboarding|pipeline|guide|journey|proceso|pasos|procedimiento|como funciona|guia)\b/,
  Matrix: /\b(?:matrix|quadrants?|swot|two by two|2x2|priorit\w+|impact and effort|risk map|risks?|matriz|dafo|riesgos?)\b/,
  Funnel: /\b(?:funnel|conversions?|leads?|sign-?ups?|recruiting|applicants|sales pipeline|embudo|conversion|candidatos)\b/,
  'Organisation chart':
    /\b(?:organi[sz]ation(?:al)? (?:chart|structure)|org chart|organigrama|hierarchy|reports to|reporting lines|reorgani[sz]ation|departments|restructuring|estructura|departamentos)\b/,
  Roadmap:
    /\b(?:roadmap|project plan|plan for|plans? 20\d\d|milestones|gantt|launch|roll-?out|phases|strategy|hoja de ruta|hitos|fases|lanzamiento|estrategia|plan de)\b/,
  Comparison:
    /\b(?:compar\w+|options|alternatives|versus|vs|competitors?|competition|choose between|suppliers|offers|which (?:of|one)|opciones|alternativas|competencia|proveedores)\b/,
  'Two answers side by side':
    /\b(?:before and after|side by side|as is|to be|today and tomorrow|contrast|pros and cons|for and against|antes y despues|pros y contras|two (?:ways|views|options))\b/,
  Quotation: /\b(?:quotations?|quotes? (?:from|of|by)|testimonials?|voices|interviews?|citas?|testimonios?|entrevistas?)\b/,
  'One number': /\b(?:one number|single number|big number|one figure|headline figure|saved|savings|halved|doubled|ahorro|una cifra)\b/,
  Team: /\b(?:team|people|founders|who we are|staff|board members|speakers|equipo|personas|fundadores|ponentes)\b/,
  Pricing: /\b(?:pric(?:e|es|ing)|packages|tariffs?|subscriptions?|membership|fees|precios|tarifas|paquetes|cuotas|suscripcion)\b/,
  'Icons and points':
    /\b(?:icons|features|benefits|advantages|principles|values|rules|tips|reasons|ventajas|beneficios|principios|valores|consejos|razones|product)\b/,
  Timeline: /\b(?:timeline|history|chronology|anniversary|years of|since (?:1[89]|20)\d\d|cronologia|historia|aniversario|anos de)\b/,
  Certificate: /\b(?:certificates?|diplomas?|awards?|certificados?|titulo de|reconocimiento)\b/,
  Flyer:
    /\b(?:flyers?|posters?|invitations?|invite|leaflets?|concert|festival|open day|fair|party|cartel|folleto|invitacion|concierto|fiesta)\b/,
  'Curriculum vitae with a side bar': /\b(?:curriculum|cv|resume|side ?bar|profile of|one-pager|datasheet|barra lateral)\b/,
  Closing:
    /\b(?:closing|decisions?|decide|the ask|asked for|approval|approve|budget|next steps|call to action|proposal|cierre|decision|aprobar|presupuesto|propuesta)\b/,
};

let read: Example[] | undefined;

/** All of them, in the order of the gallery. */
function canvasExamples(): readonly Example[] {
  read ??= [...canvasGallery().matchAll(/^:::canvas\{alt="([^"]+)"\}\n[^]*?^:::$/gm)].map(([markdown, name = '']) => ({ name, markdown }));
  return read;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What names an example itself, as a plan does, weighs more than what merely calls for it. */
const NAMED = 10;
/** One subject said again and again is still one. */
const ASKS_MAX = 3;

function scoreOf({ name }: Example, text: string, forms: string): number {
  const own = plain(name);
  const named = new RegExp(`\\b${own}s?\\b`).test(forms) ? NAMED : 0;
  const asked = text.match(new RegExp(ASKS[name]?.source ?? '(?!)', 'g'))?.length ?? 0;
  return named + Math.min(ASKS_MAX, asked);
}

/**
 * The examples that serve a text best, the most fitting first: of equal ones those of the beginning of the gallery.
 * @param wanted what is to be drawn, in words
 * @param forms the words of it that name forms; all of them, where nobody has divided them
 */
export function chooseCanvases(wanted: string, count: number, forms: string = wanted): readonly Example[] {
  const [text, named] = [plain(wanted), plain(forms)];
  return canvasExamples()
    .map((example, at) => ({ example, at, score: scoreOf(example, text, named) }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, count)
    .map(({ example }) => example);
}

/** As a prompt has them. */
export const describeCanvases = (examples: readonly Example[]): string =>
  `Examples of canvases, to show the craft and never to be copied: yours has its own idea.\n\n${examples
    .map(({ markdown }) => `\`\`\`\`markdown\n${markdown}\n\`\`\`\``)
    .join('\n\n')}`;

/** Presentations with nothing wrong: those of the gallery, and forty made from sentences, in both languages and both themes. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CleanDeck {
  name: string;
  markdown: string;
}

interface Words {
  lang: string;
  topics: readonly string[];
  points: readonly string[];
  leads: readonly string[];
  names: readonly string[];
  months: readonly string[];
  say: {
    agenda: string;
    figures: string;
    table: string;
    chart: string;
    voice: string;
    plan: string;
    options: string;
    end: string;
    total: string;
    item: string;
    share: string;
  };
}

const EN: Words = {
  lang: 'en',
  topics: [
    'A second night shift',
    'The library after six',
    'Bicycles for the post',
    'Heat from the bakery',
    'A school that shares its yard',
  ],
  points: [
    'Two of three offers were within the budget',
    'Most of those asked would do it again',
    'The keys stay with the porter at weekends',
    'Repairs took nine days on average',
    'Half of the calls came before noon',
    'The old machines go to the training centre',
    'Neighbours were reported by letter',
    'A tenth is kept back until the last defect is repaired',
    'The new rule holds from January on',
    'Nobody had to wait longer than an hour',
  ],
  leads: ['Sooner', 'Cheaper', 'Safer', 'Quieter', 'Simpler', 'Fairer'],
  names: ['Ana Ruiz', 'Tom Alder', 'Helen Marsh', 'Paul Okafor'],
  months: ['January', 'March', 'June', 'September', 'October', 'December'],
  say: {
    agenda: 'What it is about',
    figures: 'What it comes to',
    table: 'Where the money goes',
    chart: 'How it went, month by month',
    voice: 'What people say',
    plan: 'How we get there',
    options: 'Two ways to do it',
    end: 'Next steps',
    total: 'Total',
    item: 'Item',
    share: 'Share',
  },
};
const ES: Words = {
  lang: 'es',
  topics: [
    'Un segundo turno de noche',
    'La biblioteca por la tarde',
    'Bicicletas para el correo',
    'El calor de la panadería',
    'Una escuela que comparte su patio',
  ],
  points: [
    'Dos de las tres ofertas cabían en el presupuesto',
    'La mayoría lo volvería a hacer',
    'Las llaves se quedan en conserjería',
    'Las reparaciones duraron nueve días de media',
    'La mitad de las llamadas llegó antes de las doce',
    'Las máquinas antiguas pasan al centro de formación',
    'A los vecinos se les avisó por carta',
    'Una décima parte se retiene hasta el último arreglo',
    'La norma nueva vale desde enero',
    'Nadie tuvo que esperar más de una hora',
  ],
  leads: ['Antes', 'Más barato', 'Más seguro', 'Sin ruido', 'Más sencillo', 'Más justo'],
  names: ['Ana Ruiz', 'Tomás Aliso', 'Elena Marín', 'Pablo Otero'],
  months: ['Enero', 'Marzo', 'Junio', 'Septiembre', 'Octubre', 'Diciembre'],
  say: {
    agenda: 'De qué se trata',
    figures: 'En qué se traduce',
    table: 'En qué se gasta',
    chart: 'Cómo ha ido, mes a mes',
    voice: 'Qué dice la gente',
    plan: 'Cómo llegamos',
    options: 'Dos maneras de hacerlo',
    end: 'Próximos pasos',
    total: 'Total',
    item: 'Partida',
    share: 'Parte',
  },
};

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const some = (words: Words, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => at(words.points, from * 3 + i));
const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
const head = (words: Words, seed: number, dark: boolean): string =>
  `---\nlang: ${words.lang}\ntitle: ${at(words.topics, seed)}\nauthor: ${at(words.names, seed)}\n${dark ? 'theme: dark\n' : ''}---\n\n`;

const figures = (words: Words, seed: number): string =>
  `:::kpis\n${[0, 1, 2]
    .slice(0, 2 + (seed % 2))
    .map((i) => `- **${(seed + 2) * 13 + i * 7} %** | ${at(words.leads, seed + i)} | ▲ ${i + 2} %`)
    .join('\n')}\n:::`;
function table(words: Words, seed: number): string {
  const amounts = words.leads.map((_, i) => 100 + ((seed * 37 + i * 53) % 400));
  return [
    `| ${words.say.item} | € |`,
    '|---|--:|',
    ...words.leads.map((lead, i) => `| ${lead} | ${amounts[i] ?? 0} |`),
    `| ${words.say.total} | ${amounts.reduce((a, b) => a + b, 0)} |`,
  ].join('\n');
}
const chart = (words: Words, seed: number): string =>
  `:::chart{type=${at(['column', 'line', 'bar', 'area', 'pie'], seed)} x=${words.say.item} y="${words.say.share}"}\n| ${words.say.item} | ${words.say.share} |\n|---|--:|\n${words.months.map((month, i) => `| ${month} | ${20 + ((seed * 17 + i * 11) % 60)} |`).join('\n')}\n:::`;
const cards = (words: Words, seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `### ${at(words.leads, seed + i)}\n${at(words.points, seed + i)}.`).join('\n\n');
const columns = (words: Words, seed: number): string =>
  `:::columns\n### ${at(words.leads, seed)}\n${list(some(words, seed, 3))}\n::col\n### ${at(words.leads, seed + 1)}\n${list(some(words, seed + 1, 3))}\n:::`;
const steps = (words: Words, seed: number): string =>
  list(
    [0, 1, 2, 3].map(
      (i) => `**${i * 3 + 2} ${words.lang === 'es' ? 'de ' : ''}${at(words.months, i).toLowerCase()}** ${at(words.points, seed + i)}`,
    ),
  );
const quote = (words: Words, seed: number): string => `> ${at(words.points, seed)}.\n>\n> — ${at(words.names, seed)}`;

/** What a slide may hold, in turn. */
const PARTS: readonly ((words: Words, seed: number) => [title: keyof Words['say'], body: string])[] = [
  (words, seed) => ['agenda', list(some(words, seed, 3 + (seed % 4)))],
  (words, seed) => ['figures', figures(words, seed)],
  (words, seed) => ['table', table(words, seed)],
  (words, seed) => ['chart', chart(words, seed)],
  (words, seed) => ['voice', quote(words, seed)],
  (words, seed) => ['plan', steps(words, seed)],
  (words, seed) => ['options', columns(words, seed)],
  (words, seed) => ['share', cards(words, seed, 3 + (seed % 4))],
];

/** Of one kind of division: by directives, by lines, by headings. */
function deckOf(words: Words, seed: number, form: 'directives' | 'lines' | 'headings'): string {
  const parts = PARTS.map((part) => part(words, seed)).filter((_, i) => (i + seed) % 4 !== 3);
  const body = parts.map(([title, text], i) => {
    const said = `${words.say[title]}${seed % 2 === 0 ? '' : `: ${at(words.topics, seed).toLowerCase()}`}`;
    if (form === 'directives') return `::slide{title="${said}"}\n${text}${i === 0 ? `\n\n:::notes\n${at(words.points, seed)}.\n:::` : ''}`;
    return form === 'lines' ? `# ${said}\n\n${text}` : `## ${said}\n\n${text}`;
  });
  const end =
    form === 'directives'
      ? `::slide{layout=closing title="${words.say.end}"}\n${list(some(words, seed, 3))}`
      : `${form === 'lines' ? '#' : '##'} ${words.say.end}\n\n${list(some(words, seed, 3))}`;
  return head(words, seed, seed % 3 === 2) + [...body, end].join(form === 'lines' ? '\n\n---\n\n' : '\n\n');
}

const GALLERY = fileURLToPath(new URL('../../scripts/gallery/decks/', import.meta.url));
export const galleryDeck = (name: string): string => readFileSync(`${GALLERY}${name}.md`, 'utf8');
/** One has a chart of 84 bars; the other names a picture that is not there, and crops one, to show both. */
const WITH_FAULTS = ['charts.en.md', 'imagenes.es.md'];

export function cleanDecks(): CleanDeck[] {
  const made = [EN, ES].flatMap((words) =>
    (['directives', 'lines', 'headings'] as const).flatMap((form) =>
      [0, 1, 2, 3, 4, 5, 6].map((seed) => ({ name: `${form} ${words.lang} ${seed + 1}`, markdown: deckOf(words, seed, form) })),
    ),
  );
  const shown = readdirSync(GALLERY)
    .filter((file) => file.endsWith('.md') && !WITH_FAULTS.includes(file))
    .sort()
    .map((file) => ({ name: file, markdown: readFileSync(GALLERY + file, 'utf8') }));
  return [...shown, ...made];
}

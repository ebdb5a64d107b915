/** Documents with nothing wrong: those of the gallery, and forty made from sentences, of every type in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CleanDocument {
  name: string;
  markdown: string;
}

interface Words {
  topics: string[];
  sentences: string[];
  terms: string[];
  people: string[];
  heads: string[];
  months: string[];
  decimal: '.' | ',';
  say: Record<
    | 'to'
    | 'from'
    | 'date'
    | 'subject'
    | 'present'
    | 'decision'
    | 'action'
    | 'who'
    | 'by'
    | 'item'
    | 'amount'
    | 'total'
    | 'dear'
    | 'regards'
    | 'source'
    | 'agreement'
    | 'minutes'
    | 'clause',
    string
  >;
}

const en: Words = {
  topics: ['The harbour mains', 'A second night shift', 'Bicycles for the post', 'The library after six', 'Heat from the bakery'],
  sentences: [
    'The works began in spring and will be finished before the first frost.',
    'Nobody was surprised by the costs, which had been reported in advance.',
    'Two of the three offers were within the budget of the year.',
    'What remains to be decided is who looks after the keys at weekends.',
    'Most of those who were asked would do it again.',
    'The figures are better than a year ago, though not as good as was hoped.',
    'A small part of the sum is kept back until the last defect is repaired.',
    'The neighbours were reported by letter and could come and see for themselves.',
    'It rained for most of May, which explains the delay.',
    'From January on the new rule holds for everybody.',
    'Three of the old machines were sold, and one is kept as a reserve.',
    'The next report will show whether the trend lasts.',
  ],
  terms: ['Wages', 'Material', 'Transport', 'Energy', 'Rent'],
  people: ['Ana Ruiz', 'Tom Alder', 'Helen Marsh', 'Paul Okafor'],
  heads: ['Where we stand', 'What it costs', 'What comes next'],
  months: ['January', 'March', 'June', 'October'],
  decimal: '.',
  say: {
    to: 'To',
    from: 'From',
    date: 'Date',
    subject: 'Subject',
    present: 'Present',
    decision: 'Decision',
    action: 'Action',
    who: 'Who',
    by: 'By',
    item: 'Item',
    amount: '€',
    total: 'Total',
    dear: 'Dear Ms Marsh,',
    regards: 'Yours sincerely,',
    source: 'Source',
    agreement: 'Service agreement',
    minutes: 'Minutes of the works committee',
    clause: 'This follows',
  },
};

const es: Words = {
  topics: [
    'Las tuberías del puerto',
    'Un segundo turno de noche',
    'Bicicletas para el correo',
    'La biblioteca por la tarde',
    'El calor de la panadería',
  ],
  sentences: [
    'Las obras comenzaron en primavera y terminarán antes de la primera helada.',
    'A nadie le sorprendieron los costes, que se habían anunciado.',
    'Dos de las tres ofertas cabían en el presupuesto del año.',
    'Queda por decidir quién guarda las llaves los fines de semana.',
    'La mayoría de los encuestados lo volvería a hacer.',
    'Las cifras son mejores que hace un año, aunque no tanto como se esperaba.',
    'Una pequeña parte del importe se retiene hasta que se repare el último defecto.',
    'A los vecinos se les avisó por carta y pudieron venir a verlo.',
    'Llovió casi todo el mes de mayo, lo que explica el retraso.',
    'Desde enero la nueva norma vale para todos.',
    'Tres de las máquinas antiguas se vendieron y una queda de reserva.',
    'El próximo informe dirá si la tendencia se mantiene.',
  ],
  terms: ['Salarios', 'Material', 'Transporte', 'Energía', 'Alquiler'],
  people: ['Ana Ruiz', 'Tomás Aliso', 'Elena Marín', 'Pablo Otero'],
  heads: ['Dónde estamos', 'Cuánto cuesta', 'Qué viene ahora'],
  months: ['enero', 'marzo', 'junio', 'octubre'],
  decimal: ',',
  say: {
    to: 'Para',
    from: 'De',
    date: 'Fecha',
    subject: 'Asunto',
    present: 'Asisten',
    decision: 'Acuerdo',
    action: 'Tarea',
    who: 'Quién',
    by: 'Para',
    item: 'Concepto',
    amount: '€',
    total: 'Total',
    dear: 'Estimada señora Marín:',
    regards: 'Atentamente,',
    source: 'Fuente',
    agreement: 'Contrato de servicios',
    minutes: 'Acta de la comisión de obras',
    clause: 'Esto se sigue de',
  },
};

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const textOf = (words: Words, from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => at(words.sentences, from * 5 + i * 7)).join(' ');
const listOf = (words: Words, from: number, mark: (i: number) => string): string =>
  [0, 1, 2].map((i) => `${mark(i)} ${at(words.sentences, from * 3 + i * 4 + 1)}`).join('\n');

function tableOf(words: Words, seed: number): string {
  const amounts = words.terms.map((_, i) => 1200 + ((seed * 37 + i * 211) % 800));
  const written = (amount: number): string => String(amount).replace(/\B(?=\d{3}$)/, words.decimal === '.' ? ',' : '.');
  const rows = words.terms.map((term, i) => `| ${term} | ${written(amounts[i] ?? 0)} |`);
  return [
    `| ${words.say.item} | ${words.say.amount} |`,
    '|---|--:|',
    ...rows,
    `| ${words.say.total} | ${written(amounts.reduce((a, b) => a + b, 0))} |`,
  ].join('\n');
}

const head = (lang: string, title: string): string => `---\nlang: ${lang}\ntitle: ${title}\n---\n\n# ${title}\n\n`;

function reportOf(words: Words, lang: string, seed: number): string {
  const title = at(words.topics, seed);
  const sections = words.heads.map((heading, i) => {
    const extra = [listOf(words, seed + i, () => '-'), tableOf(words, seed), listOf(words, seed + i, (n) => `${n + 1}.`)][i] ?? '';
    return `## ${heading}\n\n${textOf(words, seed + i, 4 + seed)}\n\n${extra}\n\n${textOf(words, seed + i + 2, 3)}`;
  });
  return `${head(lang, title)}${textOf(words, seed, 3)}\n\n${sections.join('\n\n')}\n\n> ${at(words.sentences, seed)}\n>\n> — ${at(words.people, seed)}\n`;
}

function letterOf(words: Words, lang: string, seed: number): string {
  const [from, to] = [at(words.people, seed), at(words.people, seed + 1)];
  return (
    `---\nlang: ${lang}\n---\n\n:::letterhead{from="${from}|1 Main Street|Leeds" to="${to}|2 High Street|York" date="20 ${lang === 'es' ? 'de noviembre de' : 'November'} 2026" subject="${at(words.topics, seed)}"}\n:::\n\n` +
    `${words.say.dear}\n\n${textOf(words, seed, 3)}\n\n${listOf(words, seed, () => '-')}\n\n${textOf(words, seed + 1, 4)}\n\n${words.say.regards}\n\n${from}\n`
  );
}

function contractOf(words: Words, lang: string, seed: number): string {
  const clauses = [...words.heads, ...words.terms].map((title, i) => {
    const inner =
      i % 2 === 0 ? textOf(words, seed + i, 2) : [0, 1].map((n) => `::::clause\n${textOf(words, seed + i + n, 2)}\n::::`).join('\n\n');
    return `:::clause{title="${title}" #c${i}}\n${inner}\n:::`;
  });
  return `${head(lang, words.say.agreement)}${textOf(words, seed, 2)} ${words.say.clause} [${at(words.heads, 1)}](#c1).\n\n${clauses.join('\n\n')}\n\n:::signatures{parties="Example Ltd — ${at(words.people, seed)}|Buyer Inc — ${at(words.people, seed + 1)}"}\n:::\n`;
}

function memoOf(words: Words, lang: string, seed: number): string {
  const { say } = words;
  const lines = [
    `**${say.to}:** ${at(words.people, seed)}`,
    `**${say.from}:** ${at(words.people, seed + 1)}`,
    `**${say.date}:** ${seed + 2} ${lang === 'es' ? 'de ' : ''}${at(words.months, seed)} ${lang === 'es' ? 'de ' : ''}2026`,
    `**${say.subject}:** ${at(words.topics, seed)}`,
  ];
  return `# ${lang === 'es' ? 'Memorando' : 'Memo'}: ${at(words.topics, seed)}\n\n${lines.join('\n')}\n\n${textOf(words, seed, 3)}\n\n## ${at(words.heads, 0)}\n\n${listOf(words, seed, () => '- [ ]')}\n\n## ${at(words.heads, 1)}\n\n${tableOf(words, seed)}\n\n${textOf(words, seed + 4, 2)}\n`;
}

function minutesOf(words: Words, lang: string, seed: number): string {
  const { say } = words;
  const points = words.heads.map(
    (heading, i) => `## ${heading}\n\n${textOf(words, seed + i, 3)}\n\n> **${say.decision}:** ${at(words.sentences, seed + i + 4)}`,
  );
  const actions = words.people.map(
    (who, i) =>
      `| ${
        at(words.sentences, seed + i)
          .split(',')[0]
          ?.replace(/\.$/, '') ?? ''
      } | ${who} | 2026-12-0${i + 1} |`,
  );
  return `# ${say.minutes}\n\n**${say.date}:** 18 ${lang === 'es' ? 'de noviembre de' : 'November'} 2026\n**${say.present}:** ${words.people.join(', ')}\n\n${points.join('\n\n')}\n\n## ${say.action}s\n\n| ${say.action} | ${say.who} | ${say.by} |\n|---|---|---|\n${actions.join('\n')}\n`;
}

const TYPES = { report: reportOf, letter: letterOf, contract: contractOf, memo: memoOf, minutes: minutesOf };
const GALLERY = fileURLToPath(new URL('../../scripts/gallery/', import.meta.url));

export const galleryDocument = (name: string): string => readFileSync(`${GALLERY}${name}.md`, 'utf8');

export function cleanDocuments(): CleanDocument[] {
  const made = Object.entries(TYPES).flatMap(([type, make]) =>
    (
      [
        ['en', en],
        ['es', es],
      ] as const
    ).flatMap(([lang, words]) => [0, 1, 2, 3].map((seed) => ({ name: `${type} ${lang} ${seed + 1}`, markdown: make(words, lang, seed) }))),
  );
  const shown = readdirSync(GALLERY)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ name: file, markdown: readFileSync(GALLERY + file, 'utf8') }));
  return [...shown, ...made];
}

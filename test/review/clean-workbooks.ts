/** Workbooks with nothing wrong: those of the gallery, long ones, and three dozen made from words and figures, in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loanSchedule, manyOrders, weekPlan } from '../support/long-workbooks.ts';

export interface CleanWorkbook {
  name: string;
  markdown: string;
}

interface Words {
  lang: string;
  items: string[];
  people: string[];
  places: string[];
  months: string[];
  thousands: string;
  decimal: string;
  say: Record<
    | 'item'
    | 'code'
    | 'units'
    | 'price'
    | 'amount'
    | 'total'
    | 'month'
    | 'date'
    | 'person'
    | 'hours'
    | 'rate'
    | 'place'
    | 'share'
    | 'opening'
    | 'in'
    | 'out'
    | 'closing'
    | 'grade'
    | 'mean'
    | 'budget'
    | 'spent'
    | 'left'
    | 'plan'
    | 'stock'
    | 'bank'
    | 'time'
    | 'marks'
    | 'sales'
    | 'summary',
    string
  >;
}

const en: Words = {
  lang: 'en-GB',
  items: ['Paper', 'Ink', 'Lamps', 'Chairs', 'Desks', 'Shelves', 'Cables', 'Screens'],
  people: ['Ana Ruiz', 'Tom Alder', 'Helen Marsh', 'Paul Okafor', 'Nia Evans', 'Omar Said'],
  places: ['Leeds', 'Cardiff', 'Bristol', 'York', 'Hull', 'Derby'],
  months: ['January', 'February', 'March', 'April', 'May', 'June'],
  thousands: ',',
  decimal: '.',
  say: {
    item: 'Item',
    code: 'Code',
    units: 'Units',
    price: 'Price',
    amount: 'Amount',
    total: 'Total',
    month: 'Month',
    date: 'Date',
    person: 'Person',
    hours: 'Hours',
    rate: 'Rate',
    place: 'Site',
    share: 'Share',
    opening: 'Opening',
    in: 'Received',
    out: 'Paid',
    closing: 'Closing',
    grade: 'Result',
    mean: 'Mean',
    budget: 'Budget',
    spent: 'Spent',
    left: 'Left',
    plan: 'Plan',
    stock: 'Orders',
    bank: 'Bank',
    time: 'Hours',
    marks: 'Marks',
    sales: 'Sales',
    summary: 'Summary',
  },
};
const es: Words = {
  lang: 'es',
  items: ['Papel', 'Tinta', 'Lámparas', 'Sillas', 'Mesas', 'Estantes', 'Cables', 'Pantallas'],
  people: ['Ana Ruiz', 'Tomás Aliso', 'Elena Marín', 'Pablo Otero', 'Noa Vidal', 'Omar Said'],
  places: ['Sevilla', 'Murcia', 'Vigo', 'Lugo', 'Soria', 'Teruel'],
  months: ['Enero', 'Febrero', 'Marzo', 'Abril', 'Mayo', 'Junio'],
  thousands: '.',
  decimal: ',',
  say: {
    item: 'Artículo',
    code: 'Código',
    units: 'Unidades',
    price: 'Precio',
    amount: 'Importe',
    total: 'Total',
    month: 'Mes',
    date: 'Fecha',
    person: 'Persona',
    hours: 'Horas',
    rate: 'Tarifa',
    place: 'Sede',
    share: 'Peso',
    opening: 'Inicial',
    in: 'Cobros',
    out: 'Pagos',
    closing: 'Final',
    grade: 'Resultado',
    mean: 'Media',
    budget: 'Presupuesto',
    spent: 'Gastado',
    left: 'Queda',
    plan: 'Plan',
    stock: 'Pedidos',
    bank: 'Banco',
    time: 'Horas',
    marks: 'Notas',
    sales: 'Ventas',
    summary: 'Resumen',
  },
};

const number = ({ thousands, decimal }: Words, value: number, decimals = 0): string => {
  const [whole = '', rest] = Math.abs(value).toFixed(decimals).split('.');
  return `${value < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)}${rest === undefined ? '' : decimal + rest}`;
};
const money = (words: Words, value: number, decimals = 0): string =>
  words.lang === 'es' ? `${number(words, value, decimals)} €` : `£${number(words, value, decimals)}`;
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const head = ({ lang }: Words, title: string): string => `---\nlang: ${lang}\ntitle: ${title}\n---\n\n`;

function ordersOf(words: Words, seed: number): string {
  const { say, items } = words;
  const rows = items.map((item, i) => [
    `00${100 + i * 7 + seed}`,
    item,
    String(1 + ((i * 5 + seed * 3) % 40)),
    money(words, 3.5 + i * 12.25 + seed, 2),
    `=[${say.units}]*[${say.price}]`,
  ]);
  return `${head(words, say.stock)}# Sheet: ${say.stock}\n\n${table([say.code, say.item, say.units, say.price, say.amount], rows)}\n\n::total{col="${say.units},${say.amount}" fn=sum}\n`;
}

function bankOf(words: Words, seed: number): string {
  const { say, months } = words;
  const rows = months.map((month, i) => [
    month,
    i === 0 ? money(words, 1000 + seed * 500) : `=E${i + 1}`,
    money(words, 4000 + i * 210 + seed * 13),
    money(words, 3900 + i * 190),
    `=B${i + 2}+C${i + 2}-D${i + 2}`,
  ]);
  return `${head(words, say.bank)}# Sheet: ${say.bank}\n\n${table([say.month, say.opening, say.in, say.out, say.closing], rows)}\n`;
}

function hoursOf(words: Words, seed: number): string {
  const { say, people } = words;
  const rows = people.map((person, i) => [
    `2026-10-${String(1 + i + seed).padStart(2, '0')}`,
    person,
    number(words, 6.5 + (i % 4) * 0.5, 1),
    money(words, 30 + i * 2.5, 2),
    `=[${say.hours}]*[${say.rate}]`,
  ]);
  return `${head(words, say.time)}# Sheet: ${say.time}\n\n${table([say.date, say.person, say.hours, say.rate, say.amount], rows)}\n\n::total{col="${say.hours},${say.amount}" fn=sum}\n`;
}

function marksOf(words: Words, seed: number): string {
  const { say, people } = words;
  const rows = people.map((person, i) => [
    person,
    ...[0, 1, 2].map((n) => String(4 + ((i * 3 + n * 2 + seed) % 7))),
    '=AVERAGE(B2:D2)'.replaceAll('2', String(i + 2)),
    `=IF([${say.mean}]>=5,"✓","–")`,
  ]);
  return `${head(words, say.marks)}# Sheet: ${say.marks}\n\n${table([say.person, 'T1', 'T2', 'T3', say.mean, say.grade], rows)}\n`;
}

function salesOf(words: Words, seed: number): string {
  const { say, places, months } = words;
  const rows = places.map((place, i) => [
    place,
    ...months.map((_, n) => number(words, 1200 + ((i * 331 + n * 97 + seed * 41) % 900))),
    `=SUM(B${i + 2}:G${i + 2})`,
    `=[${say.total}]/SUM([${say.total}])`,
  ]);
  return `${head(words, say.sales)}# Sheet: ${say.sales}\n\n${table([say.place, ...months, say.total, say.share], rows)}\n\n::total{fn=sum}\n\n:::chart{type=column x=${say.place} y=${say.total}}\n:::\n`;
}

function budgetOf(words: Words, seed: number): string {
  const { say, items } = words;
  const rows = items
    .slice(0, 6)
    .map((item, i) => [
      item,
      money(words, 5000 + i * 850 + seed * 100),
      money(words, 2100 + i * 790),
      `=[${say.budget}]-[${say.spent}]`,
      `=[${say.spent}]/[${say.budget}]`,
    ]);
  return (
    `${head(words, say.budget)}# Sheet: ${say.summary}\n\n:::kpis\n- **=SUM(${say.plan}[${say.budget}])** | ${say.budget}\n- **=SUM(${say.plan}[${say.spent}])** | ${say.spent}\n:::\n\n` +
    `# Sheet: ${say.plan}\n\n::name{Reserve=5%}\n\n${table([say.item, say.budget, say.spent, say.left, say.share], rows)}\n\n::total{col="${say.budget},${say.spent},${say.left}" fn=sum}\n`
  );
}

const KINDS = { orders: ordersOf, bank: bankOf, hours: hoursOf, marks: marksOf, sales: salesOf, budget: budgetOf };
const GALLERY = fileURLToPath(new URL('../../scripts/gallery/books/', import.meta.url));

export const galleryWorkbook = (name: string): string => readFileSync(`${GALLERY}${name}.md`, 'utf8');

export function cleanWorkbooks(): CleanWorkbook[] {
  const shown = readdirSync(GALLERY)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ name: file, markdown: readFileSync(GALLERY + file, 'utf8') }));
  const made = Object.entries(KINDS).flatMap(([kind, make]) =>
    [en, es].flatMap((words) => [0, 1, 2].map((seed) => ({ name: `${kind} ${words.lang} ${seed + 1}`, markdown: make(words, seed) }))),
  );
  return [
    ...shown,
    { name: 'loan', markdown: loanSchedule() },
    { name: 'weeks', markdown: weekPlan() },
    { name: 'orders', markdown: manyOrders(120) },
    ...made,
  ];
}

/**
 * The dialect as models are taught it, made of the content model: for every kind of block a few words and an example. Most examples
 * are blocks that the Markdown writer writes; where people would write otherwise, the text is here. A new kind of
 * block does not compile until it has a lesson, and a test sees to it that examples are read without a note and that every field of the
 * model occurs in one.
 */
import {
  CALLOUT_KINDS,
  CELL_STYLES,
  HIGHLIGHTS,
  CHART_KINDS,
  TOTALS,
  type Block,
  type BlockType,
  type Table,
} from '../src/document/block.ts';
import type { Run } from '../src/document/inline.ts';
import { COLLECTION_MODES } from '../src/document/interactive.ts';
import { INPUT_FUNCTIONS } from '../src/spreadsheet/input-formula.ts';
import { CALCULATED_FUNCTIONS } from '../src/spreadsheet/calculate-formula.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';

export interface Lesson {
  title: string;
  /** What the example does not say by itself. */
  words: string;
  example: readonly Block[] | string;
}

const t = (text: string, marks: Omit<Run, 'text'> = {}): Run => ({ text, ...marks });
const p = (...runs: (string | Run)[]): Block => ({
  id: '',
  type: 'paragraph',
  runs: runs.map((run) => (typeof run === 'string' ? t(run) : run)),
});
const h = (level: number, text: string, anchor?: string): Block => ({
  id: '',
  type: 'heading',
  level,
  runs: [t(text)],
  ...(anchor === undefined ? {} : { anchor }),
});
const items = (...texts: string[]): { blocks: Block[] }[] => texts.map((text) => ({ blocks: [p(text)] }));
const list = (...texts: string[]): Block => ({ id: '', type: 'list', ordered: false, items: items(...texts) });
const table = (columns: Table['columns'], rows: string[][], more: Partial<Table> = {}): Block => ({
  id: '',
  type: 'table',
  columns,
  header_rows: 1,
  rows: rows.map((cells) => ({
    cells: cells.map((cell) => ({ runs: cell === '' ? [] : [t(cell)], ...(cell.startsWith('=') ? { formula: cell } : {}) })),
  })),
  ...more,
});

const words = (list: readonly string[]): string => list.map((word) => `\`${word}\``).join(', ');

export const LESSONS: Record<BlockType, Lesson> = {
  paragraph: {
    title: 'Text',
    words:
      'A blank line ends a paragraph. A line break in the source is a space; a backslash at its end makes a real one. Type quotes and dashes plainly.',
    example: [
      p(
        'Plain, ',
        t('bold', { bold: true }),
        ', ',
        t('italic', { italic: true }),
        ', ',
        t('struck', { strike: true }),
        ', ',
        t('code', { code: true }),
        ', ',
        t('underlined', { underline: true }),
        ', H',
        t('2', { script: 'sub' }),
        'O, x',
        t('2', { script: 'super' }),
        ', ',
        t('a link', { link: 'https://example.com' }),
        ',\nand a formula ',
        t('E = mc^2', { math: true }),
        '.',
      ),
    ],
  },
  heading: {
    title: 'Headings and references',
    words: '`{#id}` names a heading, or on a line of its own the block that follows; a link to it is a reference that follows its target.',
    example: [h(2, 'Method', 'method'), p('The figures are explained under ', t('Method', { link: '#method' }), '.')],
  },
  list: {
    title: 'Lists',
    words: 'What belongs to an item is indented under it. A term with lines that begin with a colon under it is defined by them.',
    example: [
      { id: '', type: 'list', ordered: false, items: [{ blocks: [p('one'), list('nested')] }, { blocks: [p('two')] }] },
      { id: '', type: 'list', ordered: false, definitions: true, items: [{ blocks: [p('Term'), p('what it means')] }] },
      { id: '', type: 'list', ordered: true, start: 3, items: items('third', 'fourth') },
      {
        id: '',
        type: 'list',
        ordered: false,
        items: [
          { checked: true, blocks: [p('done')] },
          { checked: false, blocks: [p('open')] },
        ],
      },
    ],
  },
  table: {
    title: 'Tables',
    words: `\`types\` says how the figures of each column are shown: \`text\`, \`id\`, \`int\`, \`num0\` to \`num6\`, \`pct0\` to \`pct2\`, a currency and its decimals (\`eur0\`, \`usd2\`, any ISO 4217 code), \`date\`, \`datetime\`, \`time\` (\`08:30\`, \`36:15\`), \`bool\`. Cells of such columns, and figures of charts, are written plainly in every language (\`1234.5\`, \`30%\`, \`2027-03-01\`): the layout shows them as the language does. \`total\` is \`sum\` (a row is added), \`last\` (the last row is one) or \`none\`. \`<<\` joins a cell with the one on its left, \`^^\` with the one above. A plain pipe table without any of this is one too.`,
    example: [
      table(
        [
          { type: 'text', width: 0.5 },
          { type: 'int', width: 0.2 },
          { type: 'eur2', width: 0.3 },
        ],
        [
          ['Item', 'Pieces', 'Price'],
          ['Paper', '10', '12.50'],
          ['Ink', '2', '48.00'],
        ],
        { caption: [t('Order')], source: [t('Price list 2026')] },
      ),
      {
        id: '',
        type: 'table',
        columns: [{}, { align: 'right' }, { align: 'right' }],
        header_rows: 2,
        total_row: true,
        rows: [
          {
            cells: [
              { runs: [t('Region')], rowspan: 2 },
              { runs: [t('Revenue')], colspan: 2 },
            ],
          },
          ...[
            ['2025', '2026'],
            ['North', '1,200', '1,300'],
            ['Total', '1,200', '1,300'],
          ].map((cells) => ({ cells: cells.map((cell) => ({ runs: [t(cell)] })) })),
        ],
      },
    ],
  },
  image: {
    title: 'Pictures',
    words: 'Only pictures that come with the request, by their number. The label is the caption, `alt` says what is seen.',
    example: [
      {
        id: '',
        type: 'image',
        asset: 'img:1',
        alt: 'Bar chart: revenue rises from 3 to 4 million',
        caption: [t('Revenue by quarter')],
        width: 0.6,
        source: [t('Company accounts')],
      },
    ],
  },
  chart: {
    title: 'Charts',
    words: `\`type\` is ${words(CHART_KINDS)}. The table inside holds the figures: the first column the categories, every other one a series. \`x\` and \`y\` choose columns by their headings where not all are drawn, several divided by commas: \`y="Net sales,Cost"\`. In a \`combo\`, \`line=Share\` names what is drawn as a line. \`data=table\` shows the table as well.`,
    example: [
      {
        id: '',
        type: 'chart',
        kind: 'column',
        title: 'Sales and cost',
        unit: 'M€',
        category_label: 'Quarter',
        categories: ['Q1', 'Q2'],
        series: [
          { name: 'Sales', values: [3.1, 3.8] },
          { name: 'Cost', values: [2, 2.2] },
        ],
        source: [t('Company accounts')],
        alt: 'Sales rise faster than cost',
        data: 'table',
      },
    ],
  },
  canvas: {
    title: 'Free design',
    words:
      'A fragment of HTML with flexbox, measured and written as native shapes; a canvas alone on a slide fills it. `docs/canvas.md` lists what it understands. Colours and faces by role follow the design: `var(--accent)`, `font-family:display`.',
    example: [
      {
        id: '',
        type: 'canvas',
        height: 180,
        rules: [{ selector: '.card', style: { flex: '1', padding: '20px', background: 'var(--card)' } }],
        nodes: [
          {
            tag: 'div',
            style: { 'flex-direction': 'row', gap: '24px' },
            children: [
              {
                tag: 'div',
                classes: ['card'],
                children: [
                  { tag: 'h3', children: ['4.1 days'] },
                  { tag: 'p', children: ['from signal to repair'] },
                ],
              },
              {
                tag: 'div',
                classes: ['card'],
                children: [
                  { tag: 'h3', children: ['0 stops'] },
                  { tag: 'p', children: ['since June'] },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  code: { title: 'Code', words: '', example: [{ id: '', type: 'code', language: 'python', text: 'print("hello")' }] },
  equation: {
    title: 'Formulas',
    words: 'TeX. Within a line, `$…$` has no space inside its dollars; prices such as $5 need no care.',
    example: [{ id: '', type: 'equation', tex: '\\int_0^1 x^2 \\, dx = \\frac{1}{3}' }],
  },
  quote: {
    title: 'Quotes',
    words: '',
    example: [{ id: '', type: 'quote', by: 'Ana Ruiz', blocks: [p('The paper is the patient part.')] }],
  },
  callout: {
    title: 'Callouts',
    words: `\`kind\` is ${words(CALLOUT_KINDS)}; \`key\` holds what the reader must take away.`,
    example: [{ id: '', type: 'callout', kind: 'key', title: [t('In short')], blocks: [p('Repairing costs less than replacing.')] }],
  },
  columns: {
    title: 'Columns',
    words: '',
    example: [
      { id: '', type: 'columns', ratio: [2, 1], columns: [{ blocks: [p('The wide column.')] }, { blocks: [p('The narrow one.')] }] },
    ],
  },
  kpis: {
    title: 'Key figures',
    words: 'Value, label, change.',
    example: [
      {
        id: '',
        type: 'kpis',
        items: [
          { value: [t('€4.2M')], label: [t('Revenue')], change: [t('+12 %')] },
          { value: [t('340')], label: [t('Customers')] },
        ],
      },
    ],
  },
  divider: {
    title: 'A line',
    words: 'Between parts of a text; not in decks.',
    example: [p('One part.'), { id: '', type: 'divider' }, p('Another.')],
  },
  page_break: {
    title: 'Pages',
    words: 'A new page; `::landscape` turns the pages that follow, `::portrait` turns them back.',
    example: [
      { id: '', type: 'page_break' },
      p('On a new page.'),
      { id: '', type: 'page_break', orientation: 'landscape' },
      p('On a wide one.'),
      { id: '', type: 'page_break', orientation: 'portrait' },
    ],
  },
  toc: {
    title: 'Contents',
    words: 'Written only where the request asks for contents. The layout adds them to long reports without your doing anything.',
    example: [{ id: '', type: 'toc', title: [t('What is inside')], depth: 2 }],
  },
  cover: {
    title: 'Cover',
    words: 'Written only where the request asks for a cover or a title page.',
    example: [
      {
        id: '',
        type: 'cover',
        eyebrow: 'Annual review',
        title: 'Annual report',
        subtitle: '2026',
        author: 'Ana Ruiz',
        organization: 'Example Ltd',
        date: '20 November 2026',
        version: '1.0',
        logo: 'img:1',
      },
    ],
  },
  letterhead: {
    title: 'Letterhead',
    words: '`|` divides the lines of an address.',
    example: [
      {
        id: '',
        type: 'letterhead',
        from: ['Example Ltd', '1 Main Street', 'London'],
        to: ['Ms A. Smith', '2 High Street', 'Leeds'],
        date: '20 November 2026',
        subject: 'Your order',
        reference: 'A-17',
      },
    ],
  },
  signatures: {
    title: 'Signatures',
    words: '',
    example: [{ id: '', type: 'signatures', parties: [{ name: 'Example Ltd', role: 'Ana Ruiz, director' }, { name: 'Buyer Inc' }] }],
  },
  clause: {
    title: 'Clauses',
    words: 'Numbers are counted, never typed, and references to a clause follow it. A clause inside another one is its paragraph.',
    example:
      ':::clause{title="Term" #term}\nThis agreement runs for one year.\n:::\n\n:::clause{title="Ending"}\nIt ends as [Term](#term) says.\n\n::::clause\nNotice is given in writing.\n::::\n:::\n',
  },
  footnotes: {
    title: 'Footnotes',
    words: '',
    example: [
      p('A claim.', t('', { footnote: '1' })),
      { id: '', type: 'footnotes', notes: [{ id: '1', blocks: [p('Where it comes from.')] }] },
    ],
  },
  slide: {
    title: 'Slides',
    words: 'A slide begins with `::slide`; its title is the heading of level 1 under it.',
    example:
      '::slide{layout=bullets}\n\n# Half of the waiting happens before the first call\n\n- Requests lie unread until the morning\n- Nobody owns the queue at weekends\n\n:::notes\nThe queue grows from Friday evening on.\n:::\n',
  },
  sheet: {
    title: 'Sheets',
    words: `A sheet begins with its heading. A cell that begins with \`=\` is a formula: \`[Units]\` is the cell of the same row, \`SUM([Units])\` the whole column, \`Orders[Amount]\` a column of another table, called by its caption, its \`#id\` or, where it is the only one, its sheet. \`PREV([Balance])\` is the cell of the row above, 0 in the first row. \`::name\` names values, with a label, a unit and a note, \`::total\` adds a live row to the table above it (\`fn\` is ${words(TOTALS)}), and a chart without a table of its own draws the table above it. Under a table, where the request calls for it: \`::highlight\` colours rows (cells, with \`col\`) for which a formula of the row is true, \`as\` is ${words(HIGHLIGHTS)}; \`::input\` gives a list to choose from, or \`min\` and \`max\`; \`::grow{rows=20}\` adds empty rows with the formulas; \`::style{col=Price as=input}\` gives columns a named style (${words(CELL_STYLES)}); \`::protect\` under the heading of a sheet locks its formulas. Functions: ${CALCULATED_FUNCTIONS.filter((name) => /^[A-Z.]+$/.test(name)).join(', ')}; no others, and no arrays that spill.`,
    example:
      '# Sheet: Orders\n\n::name{TaxRate=21% label="Tax rate" note="2026 law"}\n\n:::table{types="id,text,int,eur2,eur2"}\n| Code | Item | Units | Price | Amount |\n|---|---|---|---|---|\n| 00123 | Chair | 3 | 125.50 | =[Units]*[Price] |\n| 00124 | Desk | 1 | 420.00 | =[Units]*[Price] |\n:::\n\n::total{col="Units,Amount" fn=sum}\n::highlight{col=Amount when=">400" as=warning}\n::input{col=Units min=1 max=100}\n\n:::chart{type=column x=Item y=Amount unit=€ title="Amount by item"}\n:::\n\n# Sheet: Summary\n\n| Figure | Value |\n|---|---|\n| Amount | =SUM(Orders[Amount]) |\n| Tax | =SUM(Orders[Amount])*TaxRate |\n',
  },
  form: {
    title: 'Forms',
    words: `What visitors enter is kept in the collection. \`mode\` is ${words(COLLECTION_MODES)}: in an \`open\` one visitors read and change what others wrote, in a \`submit\` one they add and the owner alone reads, in a \`read\` one the owner alone writes. Personal data (addresses, telephones, health) belongs into \`submit\`. A field is a name, \`*\` where it is required, its type and a hint: \`text\`, \`long text\`, \`email\`, \`number\`, \`date\`, \`choice: A, B\`, \`check\`; \`max\` limits characters, \`1 to 9\` a number.`,
    example: [
      {
        id: '',
        type: 'form',
        collection: 'signups',
        mode: 'submit',
        title: [t('Sign up')],
        button: 'Sign me up',
        done: 'You are on the list.',
        fields: [
          { name: 'Name', type: 'text', required: true, max: 80 },
          { name: 'Email', type: 'email', required: true, hint: 'For changes of the date only' },
          { name: 'Size', type: 'choice', required: false, choices: ['S', 'M', 'L'] },
          { name: 'Seats', type: 'number', required: false, min: 1, max: 9 },
        ],
      },
    ],
  },
  records: {
    title: 'What was entered',
    words: 'A table of a collection that visitors may read; `-Name` sorts downwards, `filter` keeps the entries with one value.',
    example: [
      {
        id: '',
        type: 'records',
        collection: 'dishes',
        mode: 'open',
        title: [t('What people bring')],
        columns: ['Dish', 'Name'],
        sort: 'Dish',
        filter: 'Course=Dessert',
        empty: 'Nothing yet: be the first.',
      },
    ],
  },
  checklist: {
    title: 'Checklists',
    words: 'Shared: everyone who opens the page ticks, adds and sees the same.',
    example: [
      {
        id: '',
        type: 'checklist',
        collection: 'tasks',
        mode: 'open',
        title: [t('Before Friday')],
        items: ['Pack the files', 'Hand in the keys'],
      },
    ],
  },
  poll: {
    title: 'Polls',
    words: 'A page counts votes, not people. With `mode=submit` only the owner sees the result.',
    example: [
      {
        id: '',
        type: 'poll',
        collection: 'days',
        mode: 'open',
        question: [t('Which day suits you?')],
        choices: ['Friday', 'Saturday'],
        multiple: true,
        button: 'Count me in',
      },
    ],
  },
  tally: {
    title: 'Charts of what was entered',
    words: 'A chart with `collection` counts its entries by a field, or sums another one; `type` is `bar` or `column`.',
    example: [
      {
        id: '',
        type: 'tally',
        collection: 'orders',
        mode: 'open',
        kind: 'column',
        title: 'Ordered',
        by: 'Size',
        sum: 'Pieces',
        unit: 'pcs',
      },
    ],
  },
  calculator: {
    title: 'Calculators',
    words: `Inputs are a name, a type and the value at the start; results are formulas over inputs and earlier results, with a column type as their format. Functions: ${INPUT_FUNCTIONS.join(', ')}.`,
    example: [
      {
        id: '',
        type: 'calculator',
        title: [t('Your party')],
        inputs: [
          { name: 'Guests', type: 'number', value: 40, min: 10, max: 120, hint: 'Children count as half' },
          {
            name: 'Menu',
            type: 'choice',
            value: 26.5,
            choices: [
              { label: 'Simple', value: 18 },
              { label: 'Full', value: 26.5 },
            ],
          },
          { name: 'Band', type: 'check', value: 850, checked: true },
        ],
        results: [
          { name: 'Food', formula: '=[Guests] * [Menu]', format: 'eur2' },
          { name: 'Total', formula: '=[Food] + [Band] + IF([Guests] > 60, 900, 600)', format: 'eur2' },
        ],
      },
    ],
  },
};

/** As it is taught: text that ends with a newline. */
export const exampleOf = ({ example }: Lesson): string => (typeof example === 'string' ? example : writeMarkdown(example));

/** A design of its own wants a user who looks at what it evaluates to, which nobody does while a text is written. */
const NOT_TAUGHT: ReadonlySet<string> = new Set(['canvas']);
/** Of pages; no other kind of document has them. */
const OF_PAGES: ReadonlySet<string> = new Set(['form', 'records', 'checklist', 'poll', 'tally', 'calculator']);

/** What is within text and no block of its own. */
export const REVIEW: Lesson = {
  title: 'Comments and tracked changes',
  words:
    'Only where the request asks for them ("with comments for legal", "show your changes"). A comment `{>>…<<}` stands right behind its words, which `{==…==}` marks; without that it is on the text before it. `{++…++}` is text that you add to a given one, `{--…--}` text that goes, `{~~…~>…~~}` both. `{author="…"}` right behind a mark says whose it is, where the request says so. None of them in names and attributes.',
  example:
    'Pay within {~~ten~>thirty~~}{author="Legal"} days of {==the invoice==}{>>Which one, the first?<<}{author="Ana Ruiz"}.\n\n{++Goods stay ours until they are paid for.++}\n',
};

const written = (lesson: Lesson): string =>
  `## ${lesson.title}\n\n${lesson.words === '' ? '' : `${lesson.words}\n\n`}\`\`\`\`markdown\n${exampleOf(lesson)}\`\`\`\``;

/** `src/agent/prompts/dialect-page.md`: what only pages have. */
export function writePageDialect(): string {
  const lessons = Object.entries(LESSONS).flatMap(([type, lesson]) => (OF_PAGES.has(type) ? [written(lesson)] : []));
  return `A web page has these directives too; nothing else on it asks a visitor for anything, and it runs no script of its own.\n\n${lessons.join('\n\n')}\n`;
}

/** `src/agent/prompts/dialect.md`. */
export function writeDialect(): string {
  const lessons = Object.entries(LESSONS).flatMap(([type, lesson]) =>
    NOT_TAUGHT.has(type) || OF_PAGES.has(type) ? [] : type === 'footnotes' ? [written(lesson), written(REVIEW)] : [written(lesson)],
  );
  return `The form of what you write: Markdown with the directives below. Directives that these instructions do not name do not exist.

\`::name{…}\` on a line of its own is complete. \`:::name{…}\` opens a block that a line \`:::\` closes; blocks nest. Values with spaces are in quotes.

${lessons.join('\n\n')}
`;
}

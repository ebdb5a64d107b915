/** A long text of what long texts are made of, the same every time: for measuring, not for reading. */

const SUBJECTS = [
  'The harbour district',
  'A second survey',
  'The night crew',
  'Each pumping station',
  'The old network',
  'Our northern office',
  'The supplier',
  'A panel of residents',
  'The audit of the spring',
  'Every reservoir above the town',
  'The control room',
  'The finance group',
];
const VERBS = [
  'showed that',
  'confirmed that',
  'was asked whether',
  'reported how',
  'estimated that',
  'did not expect that',
  'noted why',
  'assumed that',
];
const CLAUSES = [
  'losses fell by almost a fifth once the valves were renewed',
  'the meters from before 2012 run slow in cold weather',
  'pressure at night stays below four bar',
  'one leak in five causes half of the damage',
  'repairs take two days longer where streets are narrow',
  'the mains under the market cannot wait for another winter',
  'demand on summer evenings is met from two reservoirs alone',
  'a third of all calls concern water that is cloudy rather than missing',
  'the price of a cubic metre hides what the pipes cost',
  'new sensors pay for themselves within three years',
];
const ENDINGS = [
  'so the plan for next year stays as it is',
  'although the rain came late',
  'as the council had asked in March',
  'because all figures were read twice',
  'while the town went on growing',
  'and nobody had to be cut off',
  'which the maps had not shown',
  'before the contract was renewed',
];
const TITLES = [
  'Supply',
  'Pressure',
  'Losses',
  'Meters',
  'Repairs',
  'Prices',
  'Reservoirs',
  'Districts',
  'Forecasts',
  'Staff',
  'Weather',
  'Maps',
];
const PLACES = ['Harbour', 'Old town', 'Market', 'Hill', 'Station', 'Meadows', 'Lock', 'North gate'];

/** Numbers below `bound`, the same for one seed. */
function startDice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Markdown of `chapters` chapters with a title in front; a chapter is about three and a half pages of A4. */
export function writeBook(chapters: number, seed = 1): string {
  const dice = startDice(seed);
  const pick = (words: readonly string[]): string => words[dice(words.length)] ?? '';
  const mark = (text: string): string => (dice(9) === 0 ? `**${text}**` : dice(9) === 0 ? `*${text}*` : text);
  const sentence = (): string => `${pick(SUBJECTS)} ${pick(VERBS)} ${mark(pick(CLAUSES))} ${pick(ENDINGS)}.`;
  const paragraph = (): string => Array.from({ length: 4 + dice(5) }, sentence).join(' ');
  const list = (sign: (at: number) => string): string =>
    Array.from({ length: 3 + dice(4) }, (_, at) => `${sign(at)} ${pick(CLAUSES)}${dice(3) === 0 ? `\n    - ${pick(CLAUSES)}` : ''}`).join(
      '\n',
    );
  const table = (caption: string): string => {
    const rows = Array.from(
      { length: 4 + dice(5) },
      () => `| ${pick(PLACES)} | ${100 + dice(900)} | ${1 + dice(90)},${100 + dice(900)} | ${dice(50)}.${dice(10)} % |`,
    );
    return `Table: ${caption}\n\n| District | Meters | m³ a day | Losses |\n|---|--:|--:|--:|\n${rows.join('\n')}`;
  };
  const section = (chapter: number, number: number): string => {
    const extras = [
      () => list(() => '-'),
      () => table(`${pick(TITLES)} by district in period ${chapter}.${number}`),
      () => list((at) => `${at + 1}.`),
      () => `> ${sentence()}\n>\n> — ${pick(SUBJECTS)}`,
      () => `:::note{title="${pick(TITLES)}"}\n${sentence()}\n:::`,
    ];
    const extra = extras[dice(extras.length)] ?? (() => '');
    return [`### ${pick(TITLES)} in detail`, paragraph(), extra(), paragraph()].join('\n\n');
  };
  const chapter = (number: number): string =>
    [
      `## ${pick(TITLES)} and ${pick(TITLES).toLowerCase()}, part ${number}`,
      `${paragraph()}[^${number}]`,
      paragraph(),
      table(`Figures of part ${number}`),
      paragraph(),
      ...Array.from({ length: 4 }, (_, at) => section(number, at + 1)),
      `[^${number}]: ${sentence()}`,
    ].join('\n\n');
  return [`# The water of the town`, paragraph(), ...Array.from({ length: chapters }, (_, at) => chapter(at + 1))].join('\n\n');
}

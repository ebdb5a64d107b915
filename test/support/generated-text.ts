/** Markdown of many kinds by a seed, each word of it nowhere else in its text. */
import type { MadeFormat } from './lost-words.ts';
import { seededPick } from './seeded.ts';

type Pick = (below: number) => number;
const SYLLABLES = ['ka', 'lo', 'mi', 'ren', 'tos', 'vel', 'dur', 'na', 'sio', 'pel', 'gra', 'fin'];

/** A word that is nowhere else in the document. */
function writer(pick: Pick): { word: () => string; words: (count: number) => string; number: () => string; name: () => string } {
  let count = 0;
  const word = (): string =>
    `${SYLLABLES[pick(12)]}${SYLLABLES[pick(12)]}${SYLLABLES[pick(12)]}${String.fromCharCode(97 + (count++ % 26))}${String.fromCharCode(97 + (Math.floor(count / 26) % 26))}`;
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return {
    word,
    words: (length) => Array.from({ length }, word).join(' '),
    name: () => `${capital(word())} ${capital(word())}`,
    number: () =>
      [
        `${1000 + pick(9000)}.${10 + pick(90)}`,
        `${1 + pick(99)},${100 + pick(900)}`,
        `€${10 + pick(900)}.50`,
        `${1 + pick(98)} %`,
        String(2000 + pick(90_000)),
      ][pick(5)] ?? '7',
  };
}

function table(pick: Pick, w: ReturnType<typeof writer>, formulas: boolean): string {
  const columns = 1 + pick(4);
  const heads = Array.from({ length: columns + 1 }, () => w.name());
  const row = (): string => `| ${[w.name(), ...Array.from({ length: columns }, () => (pick(9) === 0 ? '' : w.number()))].join(' | ')} |`;
  const rows = Array.from({ length: 1 + pick(7) }, row);
  const formula = formulas && pick(2) === 0 ? [`| ${[w.name(), ...heads.slice(1).map((head) => `=SUM([${head}])`)].join(' | ')} |`] : [];
  const caption = pick(3) === 0 ? `Table: ${w.words(3)}\n\n` : '';
  const source = pick(4) === 0 ? `\n\nSource: ${w.words(3)}` : '';
  return `${caption}| ${heads.join(' | ')} |\n|${'---|'.repeat(columns + 1)}\n${[...rows, ...formula].join('\n')}${source}`;
}

/** In a PDF the figures of a chart are drawn: as text they are in its table. */
function chart(pick: Pick, w: ReturnType<typeof writer>, format: MadeFormat): string {
  const type = ['bar', 'column', 'line', 'pie', 'doughnut', 'area', 'stacked'][pick(7)];
  const series = type === 'pie' || type === 'doughnut' ? 1 : 1 + pick(3);
  const heads = Array.from({ length: series + 1 }, () => w.name());
  const rows = Array.from(
    { length: 2 + pick(9) },
    () => `| ${[w.name(), ...Array.from({ length: series }, () => String(1 + pick(900)))].join(' | ')} |`,
  );
  return `:::chart{type=${type} title="${w.words(3)}"${format === 'pdf' ? ' data=table' : ''}}\n| ${heads.join(' | ')} |\n|${'---|'.repeat(series + 1)}\n${rows.join('\n')}\n:::`;
}

function piece(pick: Pick, w: ReturnType<typeof writer>, format: MadeFormat): string {
  switch (pick(13)) {
    case 0:
      return `## ${w.words(1 + pick(6))}`;
    case 1:
      return `### ${w.name()} ${w.number()}`;
    case 2:
      return `- ${w.words(4)}\n  1. ${w.words(3)}\n     - **${w.name()}**, ${w.words(2)} — ${w.words(5)}\n- ${w.words(2 + pick(20))}`;
    case 3:
      return `1. **${w.name()}** ${w.words(6)}\n2. ${w.number()} ${w.words(3)}\n\n   ${w.words(5)}`;
    case 4:
      return table(pick, w, format === 'xlsx');
    case 5:
      return chart(pick, w, format);
    case 6:
      return `> ${w.words(9)}\n>\n> — ${w.name()}`;
    case 7:
      return `:::callout{kind=warning}\n${w.words(7)}\n:::`;
    case 8:
      return `:::kpis\n- **${w.number()}** | ${w.words(2)} | +${1 + pick(90)} %\n- ${w.number()} | ${w.words(2)}\n:::`;
    case 9:
      return `**${w.name()}**\n\n${w.words(6)} "${w.words(2)}" ${w.words(4)}.`;
    case 10:
      return `\`\`\`\n${w.words(5)}\n${w.word()} = ${w.number()}\n\`\`\``;
    case 11:
      return `<table><tr><th>${w.name()}</th><th>${w.name()}</th></tr><tr><td>${w.words(2)}<br>${w.word()}</td><td>${w.number()}</td></tr></table>`;
    default:
      return `${w.words(6 + pick(30))}, *${w.name()}* <u>${w.word()}</u> ${w.number()}.`;
  }
}

/** The text of a seed, as somebody would write it for a format. */
export function generatedText(seed: number, format: MadeFormat): string {
  const pick = seededPick(seed);
  const w = writer(pick);
  const sheets = format === 'xlsx' && pick(2) === 0;
  const parts = Array.from({ length: 2 + pick(9) }, (_, at) =>
    sheets && at % 4 === 0 ? `# Sheet: ${w.name()}\n\n${table(pick, w, true)}` : piece(pick, w, format),
  );
  return `${sheets ? '' : `# ${w.words(2 + pick(4))}\n\n`}${parts.join(format === 'pptx' && pick(2) === 0 ? '\n\n---\n\n' : '\n\n')}\n`;
}

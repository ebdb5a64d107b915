/**
 * `npm run prompts:print -- letter`: whole prompts as a model is sent them, to be read. A type or genre, `edit-docx` and its like,
 * `classify`, or nothing: the names of all.
 */
import { classifyRequest } from '../src/agent/classify-request.ts';
import { frameMaterial } from '../src/agent/frame-material.ts';
import { outlineFile } from '../src/agent/outline-file.ts';
import { planEdits } from '../src/agent/plan-edits.ts';
import { settleRequirements } from '../src/agent/requirements.ts';
import { writeDocument } from '../src/agent/write-document.ts';
import { DOCUMENT_TYPES } from '../src/document/document.ts';
import { GENRES, typeOfGenre } from '../src/document/genre.ts';
import type { Model, ModelCall } from '../src/ports/model.ts';
import { guessRequirement } from '../test/support/guess-requirement.ts';

const REQUEST =
  'A text in English and Spanish for our dealers on the price rise of 4 % from 1 March 2027, two pages at most, formal, with a table of old and new prices and a chart of sales by year. Name Ana Ruiz as contact. No word on competitors.';
const REQUIREMENTS = settleRequirements(
  [
    guessRequirement({ kind: 'language', words: 'in English and Spanish', names: ['en', 'es'] }),
    guessRequirement({ kind: 'length', words: 'two pages at most', unit: 'pages', max: 2 }),
    guessRequirement({ kind: 'tone', words: 'formal' }),
    guessRequirement({ kind: 'table', words: 'a table of old and new prices', names: ['old price', 'new price'] }),
    guessRequirement({ kind: 'chart', words: 'a chart of sales by year', names: ['sales by year'] }),
    guessRequirement({ kind: 'name', words: 'Name Ana Ruiz as contact', names: ['Ana Ruiz'] }),
    guessRequirement({ kind: 'absent', words: 'No word on competitors', names: ['competitors'] }),
  ],
  [],
);
const MATERIAL = '# Sales\n\n| Year | Sales (M€) |\n| --- | --: |\n| 2025 | 3.1 |\n| 2026 | 3.8 |';
const BOUNDARY = '01M827JH306ETRSQRR4HFZX70C';
const signal = new AbortController().signal;

/** A model that keeps what it is asked and answers next to nothing. */
function listening(): { model: Model; calls: Pick<ModelCall, 'instructions' | 'messages'>[] } {
  const calls: Pick<ModelCall, 'instructions' | 'messages'>[] = [];
  const usage = { inputTokens: 0, outputTokens: 0 };
  const keep = ({ instructions, messages }: ModelCall): void => void calls.push({ instructions, messages: [...messages] });
  const model: Model = {
    names: { main: 'main', small: 'small' },
    async *write(call) {
      keep(call);
      yield { kind: 'text', text: '{"operations": [], "unsupported": ["x"]}' };
      yield { kind: 'end', reason: 'finished', usage };
    },
    turn: () => {
      throw new Error('no prompt is a turn with tools');
    },
    answer: (call) => {
      keep(call);
      return Promise.resolve({ value: null, usage });
    },
  };
  return { model, calls };
}

async function writing(model: Model, name: string): Promise<void> {
  const genre = GENRES.find((one) => one === name);
  const type = DOCUMENT_TYPES.find((one) => one === name) ?? (genre === undefined ? 'report' : typeOfGenre(genre));
  const format = type === 'presentation' ? 'pptx' : type === 'spreadsheet' ? 'xlsx' : 'docx';
  const material = frameMaterial([{ name: 'sales.xlsx', markdown: MATERIAL }], BOUNDARY, REQUEST).value;
  const plan = { format, type, genre, lang: 'en', pages: 2, requirements: REQUIREMENTS } as const;
  const input = { plan, prompt: REQUEST, name: null, pictures: [], material, written: '', today: '20 November 2026' };
  for await (const piece of writeDocument(model, input, signal)) if (piece.kind === 'end') return;
}

async function editing(model: Model, kind: 'docx' | 'pptx' | 'xlsx' | 'pdf'): Promise<void> {
  const outline = outlineFile([
    { address: 'p1', type: 'heading', level: 1, text: 'Prices from March' },
    { address: 'p2', type: 'paragraph', text: 'Prices rise by 4 %.', number: '1.' },
    {
      address: 'chart1',
      type: 'chart',
      text: 'Sales by year',
      data: [
        ['', 'Sales'],
        ['2025', '3.1'],
        ['2026', '3.8'],
      ],
    },
  ]);
  const requirements = settleRequirements([guessRequirement({ kind: 'change', words: 'make it 5 %', names: ['4 %', '5 %'] })], []);
  const input = { prompt: 'Please make it 5 %', kind, outline, filename: `prices.${kind}`, requirements, boundary: BOUNDARY };
  await planEdits(model, { ...input, mode: 'direct', commentsOnly: false }, signal).catch(() => undefined);
}

const NAMES = [...DOCUMENT_TYPES, ...GENRES, 'classify', 'edit-docx', 'edit-pptx', 'edit-xlsx', 'edit-pdf'];
const [name] = process.argv.slice(2);
if (name === undefined || !NAMES.includes(name)) console.log(NAMES.join('\n'));
else {
  const { model, calls } = listening();
  const kind = (['docx', 'pptx', 'xlsx', 'pdf'] as const).find((one) => name === `edit-${one}`);
  if (kind !== undefined) await editing(model, kind);
  else if (name === 'classify') await classifyRequest(model, { prompt: REQUEST, styleWords: 'navy, Garamond', sources: 1 }, signal);
  else await writing(model, name);
  const [call] = calls;
  console.log(`--- instructions\n\n${call?.instructions ?? ''}\n`);
  for (const { role, text } of call?.messages ?? []) console.log(`--- ${role}\n\n${text}\n`);
}

/** Answers of the scripted model for any request: a classification by its words, and a short document of the kind asked for. */
import { readRequestWords } from '../../src/agent/request-words.ts';
import type { Fixture, ScriptedAnswer, ScriptedRequest } from './scripted-model.ts';

const NO_STYLE = {
  font: null,
  font_size: null,
  line_spacing: null,
  margins_cm: null,
  orientation: null,
  cover_page: null,
  table_of_contents: null,
  page_numbers: null,
  header: null,
  footer: null,
  title_color: null,
  headings_color: null,
  text_color: null,
  accent_color: null,
  title_align: null,
  headings_align: null,
  body_align: null,
};

/** A classification with everything plain, and what `more` says. */
export function classified(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    format: 'docx',
    format_confidence: 0.9,
    type: 'report',
    genre: null,
    language: 'en',
    pages: null,
    charts: false,
    sheet_formulas: false,
    comments: false,
    explicit_design: false,
    quick: false,
    copies_look: 'none',
    requirements: [],
    style: NO_STYLE,
    unsupported: [],
    ...more,
  };
}

function classifyByWords({ prompt }: ScriptedRequest): ScriptedAnswer {
  const request = /^Request:\n([^]*?)\n\n(?:Style words|Sources that)/.exec(prompt)?.[1] ?? prompt;
  const words = readRequestWords(request);
  const known = words.format ?? (words.type === undefined ? undefined : 'docx');
  return {
    object: classified({
      format: known ?? 'docx',
      format_confidence: known ? 0.95 : 0.3,
      type: words.type ?? 'report',
      language: words.lang,
      genre: words.genre ?? null,
      pages: words.lengths[0]?.range.max ?? 2,
      quick: words.haste,
    }),
  };
}

const EN: Record<string, string> = {
  memo: '# Move the weekly review to Tuesday\n\n**To:** All team leads\\\n**Subject:** A better day for the review\n\nWe move the weekly review from Monday to Tuesday morning. Figures of the week before are complete by then, and nobody has to guess.\n\n## Why Tuesday works\n\n- The figures of the week before are closed on Monday evening.\n- Everybody has read them before we meet.\n- Decisions reach the workshops on the same day.\n\n## What changes for you\n\n| What | Until now | From now on |\n|---|---|---|\n| Figures due | Sunday | Monday evening |\n| Review | Monday | Tuesday morning |\n\nPlease move your own meetings accordingly, and tell us by Friday what is in the way.\n',
  report:
    '# Repairing costs less than replacing\n\n:::callout{kind=key title="In short"}\nMost machines that come back can be repaired for less than a new one costs. We propose to repair first.\n:::\n\n## What comes back, and why\n\nMachines come back for three reasons: worn belts, loose cables and broken covers. None of them makes a machine useless.\n\n## What repairing takes\n\n1. A bench and one trained person.\n2. A small stock of belts, cables and covers.\n3. A form that says what was done.\n\n## What to do next\n\nBegin with one workshop, count what comes back, and decide after one season.\n',
  letter:
    ':::letterhead{from="Example Ltd|[address]" to="[Name]|[address]" date="[date]" subject="Your order"}\n:::\n\nDear Sir or Madam,\n\nYour order is ready and leaves our house this week. You need do nothing more; the carrier will announce the day.\n\nYours faithfully,\n\n**[Name]**\n',
  contract:
    '# Services agreement\n\nThis agreement is made between [Client] (the **Client**) and [Provider] (the **Provider**).\n\n:::clause{title="Object" #object}\nThe Provider advises the Client in matters of accounting.\n:::\n\n:::clause{title="Term"}\nThis agreement runs for one year.\n:::\n\n:::clause{title="Ending"}\nEither party may end it with one month of notice in writing. The services of [Object](#object) are finished in good order.\n:::\n\n:::signatures{parties="[Client]|[Provider]"}\n:::\n',
  minutes:
    '# Minutes of the weekly meeting\n\n## Attendees\n\nThe team leads.\n\n## Decisions\n\n- The review moves to Tuesday.\n\n## What is to be done\n\n| Task | Who | Until |\n|---|---|---|\n| Move the meeting | Office | Friday |\n',
  presentation:
    '::slide{layout=title}\n\n# We can halve the waiting time\n\nWhat we saw, and what we propose\n\n::slide{layout=bullets}\n\n# Half of the waiting happens before the first call\n\n- Requests lie unread until the morning\n- Nobody owns the queue at weekends\n\n::slide{layout=closing}\n\n# Begin with one owner for the queue\n\n- One person, one week, one list\n',
  spreadsheet:
    '# Sheet: Budget\n\n:::table{types="text,int,eur2,eur2" total=sum caption="Budget"}\n| Item | Units | Price | Net |\n|---|--:|--:|--:|\n| Paper | 10 | 12.50 | =[Units]*[Price] |\n| Ink | 2 | 48.00 | =[Units]*[Price] |\n:::\n',
};
const ES: Record<string, string> = {
  memo: '# La revisión semanal pasa al martes\n\n**Para:** responsables de equipo\\\n**Asunto:** un día mejor para la revisión\n\nLa revisión semanal pasa del lunes al martes por la mañana. Para entonces las cifras de la semana anterior están completas y nadie tiene que suponer nada.\n\n## Por qué el martes funciona\n\n- Las cifras se cierran el lunes por la tarde.\n- Todos las han leído antes de la reunión.\n',
  report:
    '# Reparar cuesta menos que sustituir\n\nLa mayoría de las máquinas que vuelven se pueden reparar por menos de lo que cuesta una nueva. Proponemos reparar primero.\n\n## Qué vuelve y por qué\n\nLas máquinas vuelven por tres motivos: correas gastadas, cables sueltos y tapas rotas.\n\n## Qué hacer ahora\n\nEmpezar por un taller, contar lo que vuelve y decidir al final de la temporada.\n',
  letter:
    ':::letterhead{from="Ejemplo S. L.|[dirección]" to="[Nombre]|[dirección]" date="[fecha]" subject="Su pedido"}\n:::\n\nEstimada señora, estimado señor:\n\nSu pedido está listo y sale esta semana de nuestra casa.\n\nAtentamente,\n\n**[Nombre]**\n',
  contract:
    '# Contrato de prestación de servicios\n\nEntre [Cliente] (el **Cliente**) y [Prestador] (el **Prestador**).\n\n:::clause{title="Objeto"}\nEl Prestador asesora al Cliente en materia contable.\n:::\n\n:::clause{title="Duración"}\nEl contrato dura un año.\n:::\n\n:::signatures{parties="[Cliente]|[Prestador]"}\n:::\n',
  minutes:
    '# Acta de la reunión semanal\n\n## Asistentes\n\nLas personas responsables de equipo.\n\n## Acuerdos\n\n- La revisión pasa al martes.\n',
  presentation:
    '::slide{layout=title}\n\n# Podemos reducir la espera a la mitad\n\nQué hemos visto y qué proponemos\n\n::slide{layout=bullets}\n\n# La mitad de la espera ocurre antes de la primera llamada\n\n- Nadie lee las solicitudes hasta la mañana\n- Nadie se ocupa de la cola el fin de semana\n',
  spreadsheet:
    '# Hoja: Presupuesto\n\n:::table{types="text,int,eur2,eur2" total=sum caption="Presupuesto"}\n| Concepto | Unidades | Precio | Neto |\n|---|--:|--:|--:|\n| Papel | 10 | 12,50 | =[Unidades]*[Precio] |\n| Tinta | 2 | 48,00 | =[Unidades]*[Precio] |\n:::\n',
};

/** Where the answer goes on from: behind the paragraphs that the conversation has already. */
function restOf(text: string, conversation: string): string {
  const paragraphs = text.split('\n\n');
  let told = 0;
  while (told < paragraphs.length && conversation.includes(paragraphs[told]?.trim() ?? '')) told++;
  return paragraphs.slice(told).join('\n\n');
}

const writeByKind =
  (delayMs: number) =>
  ({ system, prompt, conversation }: ScriptedRequest): ScriptedAnswer => {
    const kind = /^Kind of document: (\w+)/m.exec(system)?.[1] ?? 'report';
    const texts = /^Language: es\b/m.test(conversation) ? ES : EN;
    const text = texts[kind] ?? EN['report'] ?? '';
    return { text: prompt.startsWith('Your answer was cut off') ? restOf(text, conversation) : text, delayMs };
  };

/** A plan of the agent in one part for each slide or section of the text that is written then. */
export const scriptedPlan = (titles: readonly string[]): Record<string, unknown> => ({
  purpose: 'The reader decides.',
  reader: 'A busy person at a desk.',
  story: 'What is so, why it matters, what to do.',
  design: 'White ground, one strong colour.',
  look: '{"palette":{"accent":"#B4532A","deep":"#2B2A4C"}}',
  parts: titles.map((title) => ({ title, says: title, shows: 'what the request gives', form: 'text', notes: '' })),
});

export const isPlanning = ({ system }: ScriptedRequest): boolean => system.startsWith('You plan one document');
export const isAgent = ({ tools }: ScriptedRequest): boolean => tools.includes('done');

/** @param delayMs the wait before each piece of a text */
export const scriptDocuments = (delayMs: number): Fixture[] => [
  { match: isPlanning, answer: { object: scriptedPlan(['What is so', 'What to do']) } },
  { match: isAgent, answer: { calls: [{ name: 'done', input: { summary: 'Nothing is left to do.' } }] } },
  { match: (request) => request.structured, answer: classifyByWords },
  { match: (request) => /^Kind of document: /m.test(request.system), answer: writeByKind(delayMs) },
  { match: /./, answer: { text: 'Scripted.' } },
];

/** For tests that care for the whole only. */
export const SCRIPTED_DOCUMENTS: readonly Fixture[] = scriptDocuments(10);

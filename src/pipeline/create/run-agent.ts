/** The agent of a document that is created: its desk, its budget, where its work is kept, and what it costs where it cannot work. */
import type { AgentLevel } from '../../agent/loop-budget.ts';
import { chooseRoute, withoutAgent, type Work } from '../../agent/choose-level.ts';
import { examplesFor } from '../../agent/plan-design.ts';
import { whyWordsDiffer } from '../../agent/same-words.ts';
import { loopInstructions } from '../../agent/prompt-files.ts';
import { describeText, type TextState } from '../../agent/text-desk.ts';
import { requestMessage, type WriteInput } from '../../agent/write-document.ts';
import type { LoopStore } from '../../agent/agent-desk.ts';
import type { Format, QualityLevel } from '../../contract/vocabulary.ts';
import type { Design } from '../../document/design.ts';
import { decideType } from '../../document/document-type.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import { typeOfFormat } from '../target-kind.ts';
import type { Price, Prices } from '../../ports/prices.ts';
import type { CopiedLook } from '../../templates/copied-look.ts';
import type { CreateJob, DocumentRecord } from '../../ports/record.ts';
import type { Run } from '../run.ts';
import type { AgentInput, AgentWork } from './design-document.ts';
import type { Kept } from './keep-requirements.ts';
import { noteToUser } from './keep-requirements.ts';
import { keep, modelOf, recall } from './settle-plan.ts';

export const isAgentLevel = (level: QualityLevel | undefined): level is AgentLevel => level === 'standard' || level === 'best';

/** Where an agent's work on a document is kept, with its files. */
export const storeOf = (run: Run<CreateJob>): LoopStore => ({
  recall: (name) => recall(run, name),
  keep: (name, text) => keep(run, name, text, 'application/json'),
});

/** What it has to know of a supplied template. */
const toldOf = (look: CopiedLook | undefined): string[] => (look?.told === undefined ? [] : [look.told]);

/** An agent for a document that was written from a prompt. @param startedMs when this attempt began */
export function agentOfPrompt(
  run: Run<CreateJob>,
  { asked, design }: { asked: WriteInput; design: Design | undefined },
  known: string | undefined,
  level: AgentLevel,
  startedMs: number,
  look?: CopiedLook,
): AgentInput {
  const { type, genre } = asked.plan;
  return {
    model: modelOf(run),
    budget: run.deps.budgets[level],
    instructions: loopInstructions(type, genre, false),
    opening: (state: TextState) => [requestMessage(asked).text, ...toldOf(look), describeText(state)].join('\n\n'),
    known,
    design,
    store: storeOf(run),
    elapsedMs: () => run.deps.clock.monotonicMs() - startedMs,
  };
}

/** What an agent of supplied text works on. */
export interface ContentAgent {
  markdown: string;
  format: Format;
  level: AgentLevel;
  startedMs: number;
  look: CopiedLook | undefined;
}

/** An agent that designs the client's own words, and changes none. @param startedMs when this attempt began */
export function agentOfContent(run: Run<CreateJob>, { markdown, format, level, startedMs, look }: ContentAgent): AgentInput {
  const { job, record, deps } = run;
  const reading = { pictures: job.sources.length, deck: format === 'pptx', workbook: format === 'xlsx' };
  const { value } = readMarkdown(markdown, reading);
  const type = format === 'artifact' ? 'artifact' : (typeOfFormat(format) ?? decideType(value.blocks, value.meta));
  const lines = [
    `The words below were given; design them as ${format}.`,
    ...(record.name === null ? [] : [`Name of the document: ${record.name}`]),
    ...(job.style === undefined ? [] : [`The look that is wanted: ${job.style}`]),
    ...toldOf(look),
    ...(format === 'xlsx' || format === 'artifact' ? [] : [examplesFor(null, markdown.slice(0, 20_000))]),
  ];
  return {
    model: modelOf(run),
    budget: deps.budgets[level],
    instructions: loopInstructions(type, undefined, true),
    opening: (state: TextState) => `${lines.join('\n\n')}\n\n${describeText(state)}`,
    refuses: (before, after) => whyWordsDiffer(before, after, reading),
    known: markdown,
    design: undefined,
    store: storeOf(run),
    elapsedMs: () => deps.clock.monotonicMs() - startedMs,
  };
}

/** What is told to the person who asked, where the agent has something to say and nothing else does. */
export const notesOf = ({ notes }: AgentWork): Kept => ({
  requirements: [],
  notes: notes.map(noteToUser),
  usage: { inputTokens: 0, outputTokens: 0 },
});

/** A document whose agent could not work is charged as what the fast level makes. @param listed prices when it was accepted */
export async function chargeAsFast(
  run: Run,
  record: DocumentRecord,
  work: Work,
  listed: Prices,
  why?: string,
): Promise<Pick<DocumentRecord, 'route' | 'quality' | 'price'>> {
  const price: Price = { amount: listed.fast, currency: listed.currency };
  const lowered = price.amount === (record.price?.amount ?? 0) || (await run.reserve(price));
  const quality = record.quality && withoutAgent(record.quality, why);
  const route = chooseRoute('fast', work);
  run.sink.emit({ route, quality }, []);
  return { route, quality, price: lowered ? price : record.price };
}

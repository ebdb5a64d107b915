/** What is settled before anything is written, and kept with the document for another attempt: the plan, and that of an agent. */
import { agentWritingInstructions } from '../../agent/prompt-files.ts';
import { describePlan, designPlanSchema, examplesFor, planDesign, type DesignPlan } from '../../agent/plan-design.ts';
import { NO_BROWSER } from '../../agent/choose-level.ts';
import { planRequest, planWithoutAgent, requestPlanSchema, type RequestPlan } from '../../agent/plan-request.ts';
import type { WriteInput } from '../../agent/write-document.ts';
import { resolveLook } from '../../document/look.ts';
import { styleApplied } from '../../document/style-applied.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import type { CreateJob } from '../../ports/record.ts';
import { z } from 'zod';
import { versionsUsed } from '../accept/accept-request.ts';
import { storageOf } from '../artifact/storage-of.ts';
import type { Run } from '../run.ts';
import { payForLevel, type PaidPlan } from './pay-for-level.ts';

export type WritingRun = Run<CreateJob>;

export function modelOf({ deps }: WritingRun): Model {
  if (!deps.model) throw new Error('a prompt was accepted, and this process has no model');
  return deps.model;
}

const keyOf = (run: WritingRun, name: string): string => `documents/${run.record.id}/${name}`;

export async function recall(run: WritingRun, name: string): Promise<string | null> {
  if (run.record.attempt <= 1) return null;
  const bytes = await run.deps.blobs.get(keyOf(run, name));
  return bytes && Buffer.from(bytes).toString('utf8');
}

export const keep = (run: WritingRun, name: string, text: string, contentType: string): Promise<void> =>
  run.deps.blobs.put(keyOf(run, name), Buffer.from(text), contentType);

/** The plan of this or of an earlier attempt. @throws Refusal format_unclear, processing_failed */
export async function settlePlan(run: WritingRun, prompt: string): Promise<PaidPlan> {
  const { job, journal, signal, deps } = run;
  const kept = await recall(run, 'plan.json');
  if (kept !== null) {
    const plan = requestPlanSchema.parse(JSON.parse(kept));
    // an attempt may have died between keeping and reporting it
    if (run.record.route === null) reportPlan(run, plan);
    return { plan, price: run.record.price };
  }
  journal.emit({ phase: 'planning' }, []);
  const wished = await planRequest(
    modelOf(run),
    {
      prompt,
      format: job.format,
      styleWords: job.style ?? '',
      quality: job.quality,
      maxQuality: job.maxQuality,
      sources: job.sources.length,
      sourceNames: job.sources.map((source) => ('filename' in source ? source.filename : undefined)),
    },
    signal,
  );
  const possible = lacksBrowser(run, wished) ? planWithoutAgent(wished, NO_BROWSER) : wished;
  const paid = await payForLevel(possible, { prices: job.prices ?? deps.prices, reserved: run.record.price, reserve: run.reserve });
  await keep(run, 'plan.json', JSON.stringify(paid.plan), 'application/json');
  reportPlan(run, paid.plan);
  return paid;
}

/** An agent that could not see a page would only guess. */
const lacksBrowser = ({ workshop }: WritingRun, { format, route }: RequestPlan): boolean =>
  format === 'artifact' && route.path === 'agent' && workshop.browser?.isThere !== true;

function reportPlan({ deps, journal, record }: WritingRun, plan: RequestPlan): void {
  const style = styleApplied(resolveLook(plan.type, plan.style), {
    cover: plan.style.cover_page ?? false,
    contents: plan.style.table_of_contents ?? false,
  });
  journal.emit(
    {
      format: plan.format,
      type: plan.type,
      route: plan.route,
      quality: plan.quality,
      phase: 'writing',
      styleApplied: style,
      styleUnsupported: plan.styleUnsupported,
      versions: versionsUsed(deps, plan.format, true),
      // asked for in words alone: its data is where such pages have it
      ...(plan.format === 'artifact' && record.artifact === null ? { artifact: { storage: storageOf(record.retention) } } : {}),
    },
    [{ type: 'style.resolved', data: { style, unsupported: plan.styleUnsupported } }],
  );
}

/** What an agent writes by. */
export interface DesignBrief {
  plan: DesignPlan | null;
  brief: NonNullable<WriteInput['brief']>;
  usage: ModelUsage;
}

const keptDesignSchema = z.object({
  plan: designPlanSchema.nullable(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});
const DESIGN = 'design-plan.json';

/** The plan of the agent, of this or of an earlier attempt. @throws Refusal processing_failed; the signal's reason */
export async function settleDesign(run: WritingRun, asked: WriteInput): Promise<DesignBrief> {
  const { journal, signal } = run;
  journal.emit({ phase: 'planning' }, []);
  const kept = await recall(run, DESIGN);
  const { plan, usage } = kept === null ? await planDesign(modelOf(run), asked, signal) : keptDesignSchema.parse(JSON.parse(kept));
  if (kept === null) await keep(run, DESIGN, JSON.stringify({ plan, usage }), 'application/json');
  const { type, genre } = asked.plan;
  const said = plan === null ? 'Decide yourself what each part says and shows, and on one idea for the design.' : describePlan(plan);
  const examples = type === 'spreadsheet' || type === 'artifact' ? [] : [examplesFor(plan, asked.prompt)];
  return { plan, usage, brief: { instructions: agentWritingInstructions(type, genre), text: [said, ...examples].join('\n\n') } };
}

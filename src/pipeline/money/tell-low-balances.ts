/** Tells organisations that their balance is low: by webhook, and by mail where an address is set and mail is sent at all. */
import type { PipelineDependencies } from '../dependencies.ts';

/** Organisations told in one round; the next one goes on. */
const AT_ONCE = 100;

export async function tellLowBalances(deps: Pick<PipelineDependencies, 'money' | 'mailer' | 'clock' | 'prices' | 'log'>): Promise<void> {
  const { money, mailer, clock, prices, log } = deps;
  for (let told = 0; told < AT_ONCE; told++) {
    const low = await money.tellLow(prices.currency, { eventId: `evt_${clock.ulid()}`, jobId: `job_${clock.ulid()}` }, mailer !== null);
    if (low === null) return;
    log.info({ organisation: low.orgId, available: low.available, below: low.notice.below }, 'a balance is low');
    if (low.notice.email !== null && mailer === null)
      log.warn({ organisation: low.orgId }, 'the address of a notice gets no mail: OCTAVO_SMTP_URL is not set');
  }
}

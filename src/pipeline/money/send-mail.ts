/** Mails of the installation's own, as tasks: a mail server that is away gets them later. */
import { formatAmount } from '../../base/money.ts';
import type { MailPayload, TaskClaim } from '../../ports/job-queue.ts';
import type { Mail } from '../../ports/mailer.ts';
import type { PipelineDependencies } from '../dependencies.ts';

const RETRY_MS = 300_000;
const ATTEMPTS_MAX = 24;

function write(payload: MailPayload): Mail {
  const { to } = payload;
  switch (payload.mail) {
    case 'balance_low': {
      const { organisation, currency } = payload;
      const [left, limit] = [formatAmount(payload.available, currency), formatAmount(payload.below, currency)];
      const text = [
        `The balance of ${organisation} is ${left}, which is below ${limit}, the notice that was set.`,
        '',
        'When it does not cover a document any more, requests are answered 402 insufficient_balance.',
        'You get this once; the next one comes after money was added and spent again.',
        '',
      ].join('\n');
      return { to, subject: `Balance of ${organisation}: ${left} left`, text };
    }
    case 'webhook_disabled': {
      const { url, reason } = payload;
      const why = reason === 'gone' ? 'it answered 410 Gone' : 'nothing could be delivered to it for five days';
      const text = [
        `The webhook endpoint ${url} is disabled: ${why}.`,
        '',
        'Events are not sent there any more. Put the receiver right, send it a test, and enable the endpoint again;',
        'deliveries of the last seven days can be sent again one by one.',
        '',
      ].join('\n');
      return { to, subject: 'A webhook endpoint was disabled', text };
    }
  }
}

/** Sends the mail of a claimed task, or puts it back for later. */
export async function sendMail(
  { mailer, queue, log }: Pick<PipelineDependencies, 'mailer' | 'queue' | 'log'>,
  { lease, payload }: Extract<TaskClaim, { kind: 'send_mail' }>,
): Promise<void> {
  const { jobId, attempt } = lease;
  try {
    if (mailer === null) log.warn({ jobId }, 'a mail is not sent: OCTAVO_SMTP_URL is not set');
    else await mailer.send(write(payload));
    await queue.remove(jobId);
  } catch (error) {
    if (attempt >= ATTEMPTS_MAX) {
      log.error({ err: error, jobId }, 'a mail was not taken for hours and is given up');
      return queue.remove(jobId);
    }
    log.warn({ err: error, jobId }, 'a mail was not taken; it is sent again later');
    await queue.release(lease, { attemptCounts: true, delayMs: RETRY_MS });
  }
}

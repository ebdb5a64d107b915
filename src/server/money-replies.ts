/** Endpoints of money. */
import type { Project } from '../ports/account-store.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { describeLine, nameOfMonth, signedAmount, sumsOf, writeStatementMarkdown } from '../accounts/statement-document.ts';
import type { MonthStatement } from '../accounts/money-desk.ts';
import { Refusal } from '../base/refusal.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { parseBalancePatch, parseStatementDocument, parseStatementQuery, parseTopUp, parseUsageQuery } from '../api/money-requests.ts';
import {
  presentBalance,
  presentStatement,
  presentUsage,
  writeStatementCsv,
  writeUsageCsv,
  type ShownStatement,
} from '../api/present-money.ts';
import { refuseQuery } from '../api/queries.ts';
import { answerWaiting } from './answer-waiting.ts';
import { writeContentDisposition } from './content-disposition.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readBody } from './read-body.ts';
import type { ServerOptions } from './server-options.ts';

type Known = 'getUsage' | 'getBalance' | 'updateBalance' | 'getStatement' | 'createStatementDocument' | 'createTopUp';

const DAY_MS = 86_400_000;

const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': writeContentDisposition(name) }).send(csv);

const show = (statement: MonthStatement): ShownStatement => ({
  ...statement,
  ...sumsOf(statement.lines),
  shown: statement.lines.map((line) => ({ description: describeLine(line), signed: signedAmount(line) })),
});

function createReadings({
  desk,
  clock,
  payments,
}: ServerOptions): Pick<Record<Known, Reply>, 'getUsage' | 'getBalance' | 'updateBalance' | 'getStatement'> {
  const showBalance = async (owner: Project) =>
    presentBalance(await desk.balance(owner), { prices: desk.prices, canPayIn: payments !== null });
  return {
    async getUsage(request, reply) {
      const asked = parseUsageQuery(readQuery(request), clock.now());
      const { from, to, groupBy } = asked;
      const by = { day: groupBy.includes('day'), key: groupBy.includes('key'), level: groupBy.includes('level') };
      const rows = await desk.usage(ownerOf(request), { from, until: new Date(to.getTime() + DAY_MS), by });
      const usage = presentUsage(rows, { ...asked, currency: desk.currency });
      return asked.format === 'csv' ? sendCsv(reply, `usage-${usage.from}-${usage.to}.csv`, writeUsageCsv(usage)) : usage;
    },
    async getBalance(request) {
      refuseQuery(readQuery(request));
      return showBalance(ownerOf(request));
    },
    async updateBalance(request) {
      refuseQuery(readQuery(request));
      await desk.setNotice(ownerOf(request), parseBalancePatch(parseJsonBody(readBody(request))));
      return showBalance(ownerOf(request));
    },
    async getStatement(request, reply) {
      const format = parseStatementQuery(readQuery(request));
      const month = readParameter(request, 'month');
      const statement = presentStatement(show(await desk.statement(ownerOf(request), month)));
      return format === 'csv' ? sendCsv(reply, `statement-${month}.csv`, writeStatementCsv(statement)) : statement;
    },
  };
}

export function createMoneyReplies(context: CreateContext): Record<Known, Reply> {
  const { options, door } = context;
  const { desk, pipeline, payments, clock } = options;
  return {
    ...createReadings(options),
    async createStatementDocument(request, reply) {
      refuseQuery(readQuery(request));
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      const month = readParameter(request, 'month');
      const format = parseStatementDocument(parseJsonBody(readBody(request)));
      const markdown = writeStatementMarkdown(await desk.statement(owner, month));
      const { record } = await pipeline.submitFree(owner, { name: `Statement of ${nameOfMonth(month)}`, format, markdown });
      door.rate.count(owner.orgId, askedAtMs);
      reply.header('document-id', record.id);
      return answerWaiting(context, reply, {
        wait: (signal) => pipeline.waitUntilFinal(record.id, signal),
        accepted: () => void reply.code(201).header('location', `${options.publicUrl()}/v1/documents/${record.id}`),
      });
    },
    async createTopUp(request, reply) {
      refuseQuery(readQuery(request));
      const { amount, returnUrl } = parseTopUp(parseJsonBody(readBody(request)));
      if (payments === null)
        throw new Refusal('feature_unavailable', 'No payment provider is set up here; whoever runs this installation adds money.');
      const { orgId } = ownerOf(request);
      const { id, url, expiresAt } = await payments.open({ orgId, amount, currency: desk.currency, returnUrl });
      reply.code(201);
      return { object: 'top_up', id, url, amount, currency: desk.currency, expires_at: expiresAt?.toISOString() ?? null };
    },
  };
}

/** What the payment provider posts, signed by it: no key of ours comes with it. Nothing is there where no provider is set up. */
export function addPaymentNotices(app: FastifyInstance, { payments, credit }: Pick<ServerOptions, 'payments' | 'credit'>): void {
  if (payments === null) return;
  app.route({
    method: 'POST',
    url: '/v1/payments/stripe',
    config: { operation: 'paymentNotice' },
    bodyLimit: 1_048_576,
    handler: async (request) => {
      const signature = request.headers['stripe-signature'];
      const payment = await payments.read(readBody(request), typeof signature === 'string' ? signature : '');
      if (payment !== null) await credit(payment);
      return { received: true };
    },
  });
}

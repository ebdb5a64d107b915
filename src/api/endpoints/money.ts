/** Endpoints of money: what was used and charged, and what is left. */
import { documentSchema } from '../../contract/document.ts';
import {
  balancePatchSchema,
  balanceSchema,
  statementDocumentRequestSchema,
  statementSchema,
  topUpRequestSchema,
  topUpSchema,
  usageSchema,
} from '../../contract/money.ts';
import { statementQuerySchema, usageQuerySchema } from '../money-requests.ts';
import { OF_BODY, OF_ONE, type Endpoint } from './endpoint.ts';

export const MONEY = {
  getUsage: {
    method: 'GET',
    path: '/usage',
    tag: 'Money',
    summary: 'Documents and their price by day, key and level',
    description: 'Of this project; days of the end of documents, UTC. Documents that failed or were canceled are counted and not charged.',
    query: usageQuerySchema,
    answers: {
      200: {
        description: 'What was used; with `format=csv` a file.',
        schema: usageSchema,
        also: { 'text/csv': 'bytes' },
        headers: ['Content-Disposition'],
      },
    },
    refusals: ['input_invalid'],
  },
  getBalance: {
    method: 'GET',
    path: '/balance',
    tag: 'Money',
    summary: 'Read the balance',
    description: 'Of the organisation, whose projects share it.',
    answers: { 200: { description: 'The balance.', schema: balanceSchema } },
    refusals: ['input_invalid'],
  },
  updateBalance: {
    method: 'PATCH',
    path: '/balance',
    needs: 'configure',
    tag: 'Money',
    summary: 'Set when to be told that the balance is low',
    description:
      'Once less than `below` is left, endpoints of webhooks that ask for `balance.low` are sent it, and `email` a mail (the owners of the organisation where none is set): once for each time that money was added.',
    body: { json: balancePatchSchema },
    answers: { 200: { description: 'The balance.', schema: balanceSchema } },
    refusals: OF_BODY,
  },
  getStatement: {
    method: 'GET',
    path: '/statements/{month}',
    tag: 'Money',
    summary: 'Statement of a month',
    description:
      'Of the organisation, from its ledger: opening + granted − charged = closing, and the closing balance of a month is the opening one of the next.',
    query: statementQuerySchema,
    answers: {
      200: {
        description: 'The statement; with `format=csv` a file.',
        schema: statementSchema,
        also: { 'text/csv': 'bytes' },
        headers: ['Content-Disposition'],
      },
    },
    refusals: OF_ONE,
  },
  createStatementDocument: {
    method: 'POST',
    path: '/statements/{month}/document',
    tag: 'Money',
    summary: 'Make a document of the statement of a month',
    description:
      'A Word or PDF file made by the service itself, a document like any other; it costs nothing. Waits for it as `POST /documents` does.',
    body: { json: statementDocumentRequestSchema },
    answers: { 201: { description: 'The finished document.', schema: documentSchema, headers: ['Document-Id', 'Location'] } },
    refusals: ['not_found', 'rate_limited', ...OF_BODY],
  },
  createTopUp: {
    method: 'POST',
    path: '/top-ups',
    needs: 'configure',
    tag: 'Money',
    summary: 'Begin to pay money in',
    description:
      'Answers the address of a page of the payment provider. Not on every installation: `501 feature_unavailable` where no provider is set up.',
    body: { json: topUpRequestSchema },
    answers: { 201: { description: 'Where it is paid.', schema: topUpSchema } },
    refusals: [...OF_BODY, 'feature_unavailable', 'service_unavailable'],
  },
} as const satisfies Record<string, Endpoint>;

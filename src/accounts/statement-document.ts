/** A statement as Markdown, from which the service makes a document of its own. */
import { decimalAmount, formatAmount } from '../base/money.ts';
import type { StatementLine } from '../ports/money-store.ts';
import type { MonthStatement } from './money-desk.ts';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Words of others: nothing in them is markup. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~$:^=&]/g, (character) => `\\${character}`).replaceAll(/\s+/g, ' ');

/** What a line is about, in one sentence. */
export function describeLine({ kind, note, level, documents, pages }: StatementLine): string {
  if (kind === 'grant') return note === '' ? 'Credit' : `Credit: ${note}`;
  const made = `${documents} ${documents === 1 ? 'document' : 'documents'}`;
  const onPages = pages === 0 ? '' : `, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `${made}${level === null ? '' : ` (${level})`}${onPages}`;
}

/** Positive where money was added. */
export const signedAmount = ({ kind, amount }: StatementLine): number => (kind === 'grant' ? amount : -amount);

/** What was added and charged in the month. */
export function sumsOf(lines: readonly StatementLine[]): { granted: number; charged: number } {
  const sum = (wanted: StatementLine['kind']): number => lines.reduce((all, { kind, amount }) => (kind === wanted ? all + amount : all), 0);
  return { granted: sum('grant'), charged: sum('documents') };
}

/** `2026-11` → `November 2026`. */
export function nameOfMonth(month: string): string {
  const [year = '', number = '1'] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`;
}

/** `23 November 2026, 10:20`. */
const nameOfInstant = (at: Date): string =>
  `${at.getUTCDate()} ${nameOfMonth(at.toISOString().slice(0, 7))}, ${at.toISOString().slice(11, 16)}`;

/** The statement in the service's own Markdown. */
export function writeStatementMarkdown(statement: MonthStatement): string {
  const { month, organisation, currency, opening, closing, lines, complete, createdAt } = statement;
  const { granted, charged } = sumsOf(lines);
  const shown = (amount: number): string => formatAmount(amount, currency);
  const rows = lines.map((line) => `| ${line.day} | ${escapeText(describeLine(line))} | ${decimalAmount(signedAmount(line), currency)} |`);
  const table =
    rows.length === 0
      ? 'Nothing was added or charged in this month.'
      : `:::table{types="date,text,num2" caption="Amounts in ${currency}"}\n| Date | What | Amount |\n|---|---|--:|\n${rows.join('\n')}\n:::`;
  const state = complete ? '' : ` The month is not over: this is as of ${nameOfInstant(createdAt)} UTC.`;
  return `---
title: Statement of ${nameOfMonth(month)}
---
# Statement of ${nameOfMonth(month)}

**${escapeText(organisation)}**

Days are those of UTC.${state}

:::kpis
- **${shown(opening)}** | Opening balance
- **${shown(granted)}** | Added
- **${shown(charged)}** | Charged
- **${shown(closing)}** | Closing balance
:::

## Credits and charges

${table}

Documents that failed or were canceled are not charged. What is reserved for documents under way is part of the closing balance.
`;
}

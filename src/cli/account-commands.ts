/** `octavo orgs|projects|keys|grants|ledger …`: administration, beside a running service or without one. */
import { KEY_SCOPES, RETENTIONS, type KeyScope } from '../contract/vocabulary.ts';
import { Option, type Command } from 'commander';
import { formatAmount } from '../base/money.ts';
import { Refusal } from '../base/refusal.ts';
import type { PeopleContext } from '../accounts/people.ts';
import { createGrant, leftOf, LISTED_MAX, listGrants } from '../accounts/grants.ts';
import { createKey, listKeys, revokeKey, type AccountContext } from '../accounts/keys.ts';
import type { ApiKey, Balance, LedgerEntry, Organisation, Project } from '../ports/account-store.ts';
import { createOrganisation, createProject, listOrganisations, listProjects } from '../accounts/organisations.ts';
import { addUserCommands } from './user-commands.ts';
import { maxOf } from '../base/extremes.ts';

export interface OpenAccounts extends AccountContext, PeopleContext {
  /** What sign-in looks up a link by that sets a password. */
  hashResetToken(token: string): string;
  close(): Promise<void>;
}
export type AccountsOpener = () => Promise<OpenAccounts>;

/** Runs one command's work on opened accounts and prints what it returns. */
export type Run = (work: (accounts: OpenAccounts) => Promise<string>) => Promise<void>;

/** Columns as wide as their widest cell; the last one is not padded. */
export function formatRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, maxOf(rows.map((row) => row[i]?.length ?? 0))));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ');
  return [head, ...rows].map(line).join('\n');
}

/** `2026-01-31`, or a dash for never. */
export const day = (date: Date | null): string => (date ? date.toISOString().slice(0, 10) : '-');
const organisationRow = (item: Organisation): string[] => [item.id, day(item.createdAt), item.name];
const projectRow = (item: Project): string[] => [item.id, item.orgId, item.region, item.retention, day(item.createdAt), item.name];
const keyRow = (item: ApiKey): string[] => [
  item.id,
  item.projectId,
  `${item.prefix}…`,
  day(item.createdAt),
  day(item.lastUsedAt),
  item.revokedAt ? `revoked ${day(item.revokedAt)}` : 'live',
  item.name,
];

const grantRow = (item: LedgerEntry): string[] => [item.orgId, formatAmount(item.amount, item.currency), day(item.createdAt), item.note];
const entryRow = (item: LedgerEntry): string[] => [
  item.createdAt.toISOString(),
  item.orgId,
  item.kind,
  formatAmount(item.amount, item.currency),
  item.documentId ?? item.note,
];
const balanceRow = (item: Balance): string[] => [
  item.orgId,
  ...[item.granted, item.reserved, item.captured, leftOf(item)].map((amount) => formatAmount(amount, item.currency)),
];

/** The one that is meant when none is named: the only one there is. */
export function chooseOnly<T extends { id: string }>(items: readonly T[], named: string | undefined, what: string, option: string): T {
  const found = named === undefined ? (items.length === 1 ? items[0] : undefined) : items.find((item) => item.id === named);
  if (found !== undefined) return found;
  if (named !== undefined) throw new Refusal('not_found', `There is no ${what} ${named}.`);
  if (items.length === 0) throw new Refusal('not_found', `There is no ${what} yet; make one first.`);
  throw new Refusal(
    'input_invalid',
    `There are ${items.length} of these; name the ${what} with ${option}: ${items.map((item) => item.id).join(', ')}.`,
  );
}

function addOrganisationCommands(program: Command, run: Run): void {
  const group = program.command('orgs').description('organisations');
  group
    .command('create')
    .description('make an organisation')
    .argument('<name>')
    .action((name: string) => run(async (accounts) => (await createOrganisation(accounts, { name })).id));
  group
    .command('list')
    .description('list organisations')
    .action(() => run(async (accounts) => formatRows(['ID', 'CREATED', 'NAME'], (await listOrganisations(accounts)).map(organisationRow))));
}

function addProjectCommands(program: Command, run: Run): void {
  const group = program.command('projects').description('projects: what keys belong to');
  group
    .command('create')
    .description('make a project')
    .argument('<name>')
    .option('--org <id>', 'organisation; not needed where there is only one')
    .option('--retention <time>', `how long content is kept: ${RETENTIONS.join(', ')}`, '30d')
    .action((name: string, options: { org?: string; retention: string }) =>
      run(async (accounts) => {
        const owner = chooseOnly(await listOrganisations(accounts), options.org, 'organisation', '--org');
        return (await createProject(accounts, { orgId: owner.id, name, retention: options.retention })).id;
      }),
    );
  group
    .command('list')
    .description('list projects')
    .option('--org <id>', 'of one organisation')
    .action((options: { org?: string }) =>
      run(async (accounts) =>
        formatRows(
          ['ID', 'ORGANISATION', 'REGION', 'RETENTION', 'CREATED', 'NAME'],
          (await listProjects(accounts, options.org)).map(projectRow),
        ),
      ),
    );
}

function addKeyCommands(program: Command, run: Run): void {
  const group = program.command('keys').description('API keys');
  group
    .command('create')
    .description('make a key; it is printed once and cannot be read again')
    .option('--project <id>', 'project; not needed where there is only one')
    .option('--name <name>', 'to know the key by', 'key')
    .addOption(new Option('--scope <scope>', 'what it may do').choices(KEY_SCOPES).default('admin'))
    .action((options: { project?: string; name: string; scope: KeyScope }) =>
      run(async (accounts) => {
        const owner = chooseOnly(await listProjects(accounts), options.project, 'project', '--project');
        return (await createKey(accounts, { projectId: owner.id, name: options.name, scope: options.scope })).key;
      }),
    );
  group
    .command('list')
    .description('list keys')
    .option('--project <id>', 'of one project')
    .action((options: { project?: string }) =>
      run(async (accounts) =>
        formatRows(['ID', 'PROJECT', 'KEY', 'CREATED', 'USED', 'STATE', 'NAME'], (await listKeys(accounts, options.project)).map(keyRow)),
      ),
    );
  group
    .command('revoke')
    .description('end a key; servers refuse it within seconds')
    .argument('<id>', 'key_… as keys list shows it')
    .action((id: string) =>
      run(async (accounts) => {
        if (!(await revokeKey(accounts, id))) throw new Refusal('not_found', `There is no key ${id}; octavo keys list shows them.`);
        return `revoked ${id}`;
      }),
    );
}

function addMoneyCommands(program: Command, run: Run): void {
  const group = program.command('grants').description('money that organisations are given to spend on documents');
  group
    .command('create')
    .description('give money; the balance after it is printed')
    .argument('<amount>', 'in minor units: 500 is 5.00')
    .option('--org <id>', 'organisation; not needed where there is only one')
    .option('--note <text>', 'what it is for')
    .action((amount: string, options: { org?: string; note?: string }) =>
      run(async (accounts) => {
        const owner = chooseOnly(await listOrganisations(accounts), options.org, 'organisation', '--org');
        const balance = await createGrant(accounts, { orgId: owner.id, amount: Number(amount), note: options.note });
        return formatAmount(leftOf(balance), balance.currency);
      }),
    );
  group
    .command('list')
    .description('list grants')
    .option('--org <id>', 'of one organisation')
    .action((options: { org?: string }) =>
      run(async (accounts) =>
        formatRows(['ORGANISATION', 'AMOUNT', 'CREATED', 'NOTE'], (await listGrants(accounts, options.org)).map(grantRow)),
      ),
    );
  const ledger = program.command('ledger').description('what was granted, reserved, charged and released');
  ledger
    .command('list')
    .description('its last lines, oldest first')
    .option('--org <id>', 'of one organisation')
    .addOption(
      new Option('--last <n>', `how many, at most ${LISTED_MAX}`)
        .default(100)
        .argParser((value) => Math.min(LISTED_MAX, Math.max(1, Math.floor(Number(value) || 100)))),
    )
    .action((options: { org?: string; last: number }) =>
      run(async (accounts) =>
        formatRows(
          ['TIME', 'ORGANISATION', 'KIND', 'AMOUNT', 'FOR'],
          (await accounts.store.listLedger({ orgId: options.org, limit: options.last })).map(entryRow),
        ),
      ),
    );
  ledger
    .command('balance')
    .description('what is left')
    .option('--org <id>', 'of one organisation')
    .action((options: { org?: string }) =>
      run(async (accounts) =>
        formatRows(
          ['ORGANISATION', 'GRANTED', 'RESERVED', 'CHARGED', 'LEFT'],
          (await accounts.store.listBalances(options.org)).map(balanceRow),
        ),
      ),
    );
}

/** Adds `orgs`, `projects`, `keys`, `users`, `grants` and `ledger` to the program. @param open opens the accounts when a command runs */
export function addAccountCommands(program: Command, open: AccountsOpener): void {
  const run: Run = async (work) => {
    const accounts = await open();
    try {
      process.stdout.write(`${await work(accounts)}\n`);
    } finally {
      await accounts.close();
    }
  };
  addOrganisationCommands(program, run);
  addProjectCommands(program, run);
  addKeyCommands(program, run);
  addMoneyCommands(program, run);
  addUserCommands(program, run);
}

/** `octavo users …`: people who sign in, beside a running service or without one. */
import { Option, type Command } from 'commander';
import { listOrganisations } from '../accounts/organisations.ts';
import { passwordLink, readEmail } from '../accounts/people.ts';
import { Refusal } from '../base/refusal.ts';
import { ROLES, type Role } from '../contract/vocabulary.ts';
import type { User } from '../ports/people-store.ts';
import { chooseOnly, day, formatRows, type OpenAccounts, type Run } from './account-commands.ts';

/** @throws Refusal not_found */
async function findUser({ people }: OpenAccounts, address: string): Promise<User> {
  const user = await people.findUser(readEmail(address));
  if (user === null) throw new Refusal('not_found', `There is no user ${address}; octavo users list shows them.`);
  return user;
}

const note = ({ people }: OpenAccounts, user: Pick<User, 'id' | 'email'>, action: string, orgId: string | null = null): Promise<void> =>
  people.record({ orgId, projectId: null, userId: user.id, actor: 'command line', action, target: user.email, details: {}, address: null });

const tellLink = (link: string): string => `To set a password, open this link within an hour:\n${link}`;

async function createUser(accounts: OpenAccounts, address: string, options: { name?: string; org?: string; role: Role }): Promise<string> {
  const organisation = chooseOnly(await listOrganisations(accounts), options.org, 'organisation', '--org');
  const email = readEmail(address);
  const name = (options.name ?? email.split('@', 1)[0] ?? email).trim();
  const row = { id: `usr_${accounts.clock.ulid()}`, name, email, orgId: organisation.id, role: options.role };
  const user = await accounts.people.addUser(row);
  if (user === null)
    throw new Refusal('input_invalid', `There is a user ${email} already; octavo users reset makes a link for a new password.`);
  await note(accounts, user, 'user.created', organisation.id);
  return tellLink(await passwordLink(accounts, user, (token) => accounts.hashResetToken(token)));
}

async function resetUser(accounts: OpenAccounts, address: string, { factors }: { factors?: boolean }): Promise<string> {
  const user = await findUser(accounts, address);
  if (factors) await accounts.people.removeFactors(user.id);
  await note(accounts, user, factors ? 'user.factors_removed' : 'user.reset');
  return tellLink(await passwordLink(accounts, user, (token) => accounts.hashResetToken(token)));
}

async function setDisabled(accounts: OpenAccounts, address: string, disabled: boolean): Promise<string> {
  const user = await findUser(accounts, address);
  await accounts.people.setDisabled(user.id, disabled);
  await note(accounts, user, disabled ? 'user.disabled' : 'user.enabled');
  return `${disabled ? 'disabled' : 'enabled'} ${user.email}`;
}

const userRow = (user: User): string[] => [
  user.id,
  day(user.createdAt),
  user.twoFactor ? 'two factors' : '-',
  user.disabledAt ? `disabled ${day(user.disabledAt)}` : 'live',
  user.email,
  user.name,
];

/** Adds `users` to the program. */
export function addUserCommands(program: Command, run: Run): void {
  const group = program.command('users').description('people who sign in');
  group
    .command('create')
    .description('make a user; a link to set the password is printed')
    .argument('<email>')
    .option('--name <name>', 'as others see it (default: what is before the @)')
    .option('--org <id>', 'organisation; not needed where there is only one')
    .addOption(new Option('--role <role>', 'in the organisation').choices(ROLES).default('member'))
    .action((email: string, options: { name?: string; org?: string; role: Role }) =>
      run((accounts) => createUser(accounts, email, options)),
    );
  group
    .command('list')
    .description('list users')
    .action(() =>
      run(async ({ people }) =>
        formatRows(['ID', 'CREATED', 'SIGN-IN', 'STATE', 'ADDRESS', 'NAME'], (await people.listUsers()).map(userRow)),
      ),
    );
  group
    .command('reset')
    .description('print a link to set a new password; sessions end when it is set')
    .argument('<email>')
    .option('--factors', 'take away the second factor and all passkeys too, and end all sessions now')
    .action((email: string, options: { factors?: boolean }) => run((accounts) => resetUser(accounts, email, options)));
  group
    .command('disable')
    .description('end all sessions of a user and let none begin')
    .argument('<email>')
    .action((email: string) => run((accounts) => setDisabled(accounts, email, true)));
  group
    .command('enable')
    .description('let a disabled user sign in again')
    .argument('<email>')
    .action((email: string) => run((accounts) => setDisabled(accounts, email, false)));
}

/** Sign-in and people out of their adapters. */
import type { Database } from '../adapters/postgres-database.ts';
import type { Dashboard } from '../accounts/dashboard.ts';
import type { AccountContext } from '../accounts/keys.ts';
import type { PeopleContext } from '../accounts/people.ts';
import type { LoadedSignIn } from '../adapters/better-auth.ts';
import type { Log } from '../adapters/log.ts';
import { createPeopleStore } from '../adapters/postgres-people-store.ts';
import { createRequestLogStore } from '../adapters/postgres-request-log.ts';
import { createSmtpMailer } from '../adapters/smtp-mailer.ts';
import type { SignIn } from '../ports/sign-in.ts';
import type { Configuration } from './configuration.ts';

/** People on an open database. @param publicUrl address of the deployment without `/v1` */
export function openPeople(
  { mail }: Pick<Configuration, 'mail'>,
  { pool, accounts, publicUrl }: { pool: Database['pool']; accounts: AccountContext; publicUrl: () => string },
): PeopleContext {
  const mailer = mail === undefined ? null : createSmtpMailer(mail);
  return { people: createPeopleStore({ pool }), clock: accounts.clock, random: accounts.random, publicUrl, mailer };
}

/** What a browser sends where it may be signed in. */
const MAY_HOLD_SESSION = /octavo\.session_token=/;

/** All that the dashboard stands on; the library of sign-in is loaded by the first request that needs it. */
export function openDashboard(
  configuration: Pick<Configuration, 'mail' | 'oidc'>,
  parts: { pool: Database['pool']; accounts: AccountContext; publicUrl: () => string; secret: string; log: Log },
): Dashboard {
  const context = openPeople(configuration, parts);
  const { people, clock, mailer } = context;
  const oidc = configuration.oidc ?? null;
  let loaded: Promise<LoadedSignIn> | null = null;
  const load = (): Promise<LoadedSignIn> =>
    (loaded ??= import('../adapters/better-auth.ts').then(({ loadBetterAuth }) =>
      loadBetterAuth({ ...parts, publicUrl: parts.publicUrl(), people, clock, mailer, oidc }),
    ));
  const signIn: SignIn = {
    methods: () => {
      // whoever asks is about to sign in: what that takes is loaded meanwhile
      load().catch((error: unknown) => parts.log('error', 'sign-in could not be loaded', error));
      return { password: true, passkey: true, oidc: oidc && { id: 'oidc', name: oidc.name }, mail: mailer !== null };
    },
    session: async (headers) => (MAY_HOLD_SESSION.test(headers.get('cookie') ?? '') ? (await load()).session(headers) : null),
    handle: async (request) => (await load()).handle(request),
    hashPassword: async (password) => (await load()).hashPassword(password),
  };
  return { ...context, accounts: parts.accounts, requests: createRequestLogStore(parts), signIn };
}

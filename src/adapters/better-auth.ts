/**
 * Sign-in by better-auth on our tables (docs/decisions/0032-sign-in-by-better-auth.md). It is loaded with the first request that needs it,
 * makes no tables, sends nothing anywhere, and its own limits of attempts are off: ours hold for all processes together.
 */
import { createHmac } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth } from 'better-auth';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Pool } from 'pg';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { PeopleStore } from '../ports/people-store.ts';
import type { SignedIn } from '../ports/sign-in.ts';
import { PASSKEY_SCHEMA, PREFIXES, TABLES, TWO_FACTOR_SCHEMA } from './better-auth/tables.ts';
import type { Log } from './log.ts';

/** Below this path its routes are. */
const BASE_PATH = '/v1/dashboard/auth';
/** A session that is not used for so long ends; it is prolonged once a day. */
const SESSION_S = 7 * 86_400;
const PROLONG_S = 86_400;
const RESET_S = 3_600;
const ADDRESS_HEADER = 'x-octavo-address';
const PROVIDER = 'oidc';
const PASSWORD_CHARS = { min: 10, max: 200 };

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button. */
  name: string;
}

export interface BetterAuthOptions {
  pool: Pool;
  people: Pick<PeopleStore, 'isEnabled' | 'isInvited' | 'acceptInvitationsOf'>;
  /** Of the installation; the keys of cookies and second factors are derived from it. */
  secret: string;
  publicUrl: string;
  clock: Clock;
  mailer: Mailer | null;
  oidc: OidcSettings | null;
  log: Log;
}

/** Names that browsers take for this machine: passkeys are bound to `localhost` there, since an address is no domain. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

function passkeyOrigins(publicUrl: string): { rpID: string; origin: string[] } {
  const url = new URL(publicUrl);
  if (!LOOPBACK.has(url.hostname)) return { rpID: url.hostname, origin: [url.origin] };
  const local = new URL(url.origin);
  local.hostname = 'localhost';
  return { rpID: 'localhost', origin: [url.origin, local.origin] };
}

const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset?token=${token}`;

function resetMail(publicUrl: string, token: string): { subject: string; text: string } {
  return {
    subject: 'Set a new password for Octavo',
    text: `Somebody asked for a new password for this address. To set one, open this link within an hour:\n\n${resetLink(publicUrl, token)}\n\nIf it was not you, leave it: nothing changes.\n`,
  };
}

const refuseSignIn = (): APIError =>
  new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });

/** Cookies, how they are sent, and what ids look like. */
function advancedOptions({ publicUrl, clock, log }: BetterAuthOptions) {
  return {
    cookiePrefix: 'octavo',
    useSecureCookies: publicUrl.startsWith('https:'),
    defaultCookieAttributes: { path: '/v1', httpOnly: true, sameSite: 'lax' as const },
    ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    database: { generateId: ({ model }: { model: string }) => `${PREFIXES[model] ?? 'row'}_${clock.ulid()}` },
    backgroundTasks: {
      handler: (task: Promise<unknown>) => void task.catch((error: unknown) => log('warn', 'a mail could not be sent', error)),
    },
  };
}

/** Only who is invited becomes a user elsewhere than by a link, and who is disabled gets no session. */
function databaseHooks({ people }: BetterAuthOptions) {
  const isCallback = (context: { path?: string } | null): boolean => context?.path?.startsWith('/callback') ?? false;
  return {
    user: {
      create: {
        before: async (user: { email: string; emailVerified: boolean }, context: { path?: string } | null) => {
          if (!isCallback(context) || !user.emailVerified || !(await people.isInvited(user.email.toLowerCase())))
            throw new APIError('FORBIDDEN', { code: 'NOT_INVITED', message: 'Nobody has invited this address.' });
        },
        after: async (user: { id: string; email: string }) => void (await people.acceptInvitationsOf(user)),
      },
    },
    session: {
      create: {
        before: async (session: { userId: string }) => {
          if (!(await people.isEnabled(session.userId))) throw refuseSignIn();
        },
      },
    },
  };
}

function buildAuth(options: BetterAuthOptions) {
  const { pool, secret, publicUrl, mailer, oidc, log } = options;
  return betterAuth({
    appName: 'Octavo',
    baseURL: publicUrl,
    basePath: BASE_PATH,
    secret: createHmac('sha256', secret).update('sign-in').digest('base64url'),
    database: pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => {
        if (level === 'error') log('error', `sign-in: ${message}`);
      },
    },
    rateLimit: { enabled: false },
    trustedOrigins: [new URL(publicUrl).origin],
    onAPIError: { errorURL: `${publicUrl}/` },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARS.min,
      maxPasswordLength: PASSWORD_CHARS.max,
      resetPasswordTokenExpiresIn: RESET_S,
      revokeSessionsOnPasswordReset: true,
      ...(mailer === null
        ? {}
        : {
            sendResetPassword: async ({ user, token }) => mailer.send({ to: user.email, ...resetMail(publicUrl, token) }),
          }),
    },
    user: { ...TABLES.user, changeEmail: { enabled: false }, deleteUser: { enabled: false } },
    session: { ...TABLES.session, expiresIn: SESSION_S, updateAge: PROLONG_S },
    account: { ...TABLES.account, encryptOAuthTokens: true },
    verification: { ...TABLES.verification, storeIdentifier: 'hashed' },
    advanced: advancedOptions(options),
    databaseHooks: databaseHooks(options),
    plugins: [
      twoFactor({ issuer: 'Octavo', allowPasswordless: true, schema: TWO_FACTOR_SCHEMA }),
      passkey({ rpName: 'Octavo', ...passkeyOrigins(publicUrl), schema: PASSKEY_SCHEMA }),
      genericOAuth({ config: oidc === null ? [] : [oidcProvider(oidc)] }),
    ],
  });
}

const oidcProvider = ({ issuer, clientId, clientSecret }: OidcSettings) => ({
  providerId: PROVIDER,
  discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
});

/** What of sign-in is loaded late. */
export interface LoadedSignIn {
  session(headers: Headers): Promise<SignedIn | null>;
  handle(request: Request): Promise<Response>;
  hashPassword(password: string): Promise<string>;
  /** The library's own settings, for the test that asks whether it would change a table. */
  options: ReturnType<typeof buildAuth>['options'];
}

/** Asks nothing of the database before the first request. */
export function loadBetterAuth(options: BetterAuthOptions): LoadedSignIn {
  const auth = buildAuth(options);
  return {
    options: auth.options,
    handle: (request) => auth.handler(request),
    hashPassword: async (password) => (await auth.$context).password.hash(password),
    async session(headers) {
      const { response, headers: given } = await auth.api.getSession({ headers, returnHeaders: true });
      if (response === null) return null;
      const { session, user } = response;
      return {
        sessionId: session.id,
        user: { id: user.id, name: user.name, email: user.email, twoFactor: user.twoFactorEnabled === true },
        expiresAt: session.expiresAt,
        cookies: given.getSetCookie(),
      };
    },
  };
}

/** Answers of the library of sign-in → those of this interface: problems for errors, and no secret of a session in a body. */
import { Refusal, type RefusalCode } from '../base/refusal.ts';

interface Said {
  code: string;
  message: string;
}

/** Its codes that mean something else than their status says. */
const MEANINGS: Readonly<Record<string, { code: RefusalCode; message: string; path?: string }>> = {
  INVALID_TOKEN: { code: 'link_expired', message: 'This link has been used or has expired; ask for another one.' },
  RESET_PASSWORD_DISABLED: {
    code: 'feature_unavailable',
    message: 'This deployment sends no mail; whoever runs it makes a link with: octavo users reset.',
  },
  INVALID_PASSWORD: { code: 'sign_in_failed', message: 'The password is not right.' },
  INVALID_EMAIL: { code: 'input_invalid', message: 'This must be an e-mail address.', path: '/email' },
  PASSWORD_TOO_SHORT: { code: 'input_invalid', message: 'A password has 10 to 200 characters.', path: '/newPassword' },
  PASSWORD_TOO_LONG: { code: 'input_invalid', message: 'A password has 10 to 200 characters.', path: '/newPassword' },
  SESSION_NOT_FRESH: { code: 'sign_in_failed', message: 'Sign in again first: this asks for a session that began within a day.' },
  PROVIDER_NOT_FOUND: { code: 'feature_unavailable', message: 'This deployment has no such way to sign in.' },
  INVALID_EMAIL_OR_PASSWORD: { code: 'sign_in_failed', message: 'The address or the password is not right.' },
  UNAUTHORIZED: { code: 'unauthorized', message: 'There is no session that holds: sign in first.' },
};

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'input_invalid',
  401: 'sign_in_failed',
  403: 'forbidden',
  404: 'not_found',
  409: 'input_invalid',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'input_invalid',
  429: 'rate_limited',
};

const textOf = (value: object, name: string): string => {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : '';
};

async function readSaid(answer: Response): Promise<Said> {
  try {
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null
      ? { code: textOf(body, 'code'), message: textOf(body, 'message') }
      : { code: '', message: '' };
  } catch {
    // an answer without a body, or one for people
    return { code: '', message: '' };
  }
}

/** The refusal behind an answer that is an error. @param hadSession whether the request came with one that holds */
export async function toSignInRefusal(answer: Response, hadSession: boolean): Promise<Refusal> {
  const said = await readSaid(answer);
  const known = MEANINGS[said.code];
  if (known !== undefined)
    return new Refusal(
      known.code,
      known.message,
      known.path === undefined ? {} : { errors: [{ path: known.path, message: known.message }] },
    );
  if (answer.status >= 500) return new Refusal('internal_error', 'Something went wrong on our side. Try again.');
  const code = answer.status === 401 && said.code === '' && !hadSession ? 'unauthorized' : (BY_STATUS[answer.status] ?? 'input_invalid');
  const message = said.message === '' ? 'This cannot be done.' : `${said.message.replace(/\.$/, '')}.`;
  return new Refusal(code, message, {
    errors: code === 'input_invalid' ? [{ path: '', message }] : [],
    ...(code === 'rate_limited' ? { retryAfterS: 900 } : {}),
  });
}

/** Values under these names are what a cookie holds: a script must never see them. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['token', 'accessToken', 'refreshToken', 'idToken']);

/** The body without secrets of sessions. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET_NAMES.has(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}

/** Routes of sign-in: below `/v1/dashboard/auth`, as docs/accounts.md has them. */
import { queryOptions } from '@tanstack/react-query';
import type { SignInMethods } from '../../../../src/ports/sign-in.ts';
import { send } from '../../api/client.ts';

const BASE = '/v1/dashboard/auth';

/** What this deployment offers to sign in with. */
export const methodsQuery = queryOptions({
  queryKey: ['sign-in methods'],
  staleTime: Infinity,
  queryFn: async () => (await (await send('GET', `${BASE}/methods`)).json()) as SignInMethods,
});

/** One POST; what it answers. @throws ApiError */
export async function post<T = object>(path: string, body: object): Promise<T> {
  return (await (await send('POST', BASE + path, { body })).json()) as T;
}

/** One GET; what it answers. @throws ApiError */
export async function get<T>(path: string): Promise<T> {
  return (await (await send('GET', BASE + path)).json()) as T;
}

/** @returns whether a code is wanted next; else the user is signed in */
export async function signInByPassword(email: string, password: string): Promise<boolean> {
  const answer = await post<{ twoFactorRedirect?: boolean }>('/sign-in/email', { email, password });
  return answer.twoFactorRedirect === true;
}

/** Lets the browser ask for a passkey. @throws DOMException where the user does not give one */
export async function signInByPasskey(): Promise<void> {
  const options = await get<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  if (credential instanceof PublicKeyCredential) await post('/passkey/verify-authentication', { response: credential.toJSON() });
}

/** Leaves for the provider, which sends the browser back to `to`, or to the sign-in with what went wrong. */
export async function signInElsewhere(to: string): Promise<void> {
  const { url } = await post<{ url: string }>('/sign-in/social', {
    provider: 'oidc',
    callbackURL: to,
    errorCallbackURL: `/sign-in?to=${encodeURIComponent(to)}`,
  });
  location.assign(url);
}

/** A browser without a window: it keeps cookies and says where it comes from. */
import assert from 'node:assert/strict';

export interface Visitor {
  cookies: Map<string, string>;
  /** Under /v1, with the cookies, `Origin` and, where a body is given, JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** `Set-Cookie` lines of the last answer. */
  given: string[];
}

/** @param root address of the service without /v1 @param origin where its pages are, as the service knows it */
export function openVisitor(root: string, origin = root): Visitor {
  const cookies = new Map<string, string>();
  const visitor: Visitor = {
    cookies,
    given: [],
    async ask(method, path, body, headers = {}) {
      const answer = await fetch(`${root}/v1${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...(method === 'GET' ? {} : { origin }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      visitor.given = answer.headers.getSetCookie();
      for (const line of visitor.given) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        assert.notEqual(name, '', line);
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    get: (path, headers = {}) => visitor.ask('GET', path, undefined, headers),
  };
  return visitor;
}

export const PASSWORD = 'a long enough password';

/** What follows `?token=` in a link. */
export function tokenOf(text: string): string {
  const token = /\?token=([\w-]+)/.exec(text)?.[1];
  assert.ok(token, text);
  return token;
}

/** Somebody new, who has followed a link to join. @param origin address of the dashboard, where that is another one */
export async function joinBy(root: string, link: string, email: string, name = email.split('@', 1)[0], origin = root): Promise<Visitor> {
  const visitor = openVisitor(root, origin);
  const answer = await visitor.ask('POST', '/dashboard/auth/join', { token: tokenOf(link), name, email, password: PASSWORD });
  assert.equal(answer.status, 200, await answer.text());
  return visitor;
}

/** Signs in by password; the answer is what the service said. */
export const signIn = (visitor: Visitor, email: string, password = PASSWORD): Promise<Response> =>
  visitor.ask('POST', '/dashboard/auth/sign-in/email', { email, password });

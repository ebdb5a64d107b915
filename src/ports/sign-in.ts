/** Who a browser is: passwords, second factors, passkeys, sign-in elsewhere, and the cookies of sessions. Real adapter: better-auth. */

/** A session that holds. */
export interface SignedIn {
  sessionId: string;
  user: { id: string; name: string; email: string; twoFactor: boolean };
  expiresAt: Date;
  /** Cookies that the answer has to set: a session that is used lives on. */
  cookies: readonly string[];
}

/** What users can sign in with. */
export interface SignInMethods {
  password: true;
  passkey: boolean;
  /** Sign-in elsewhere; null where none is set up. */
  oidc: { id: string; name: string } | null;
  /** Whether links can be sent by mail. */
  mail: boolean;
}

export interface SignIn {
  methods(): SignInMethods;
  /** null where the cookie of the request names no session that holds. */
  session(headers: Headers): Promise<SignedIn | null>;
  /** Answers a request to one of the routes below `/v1/dashboard/auth`. */
  handle(request: Request): Promise<Response>;
  hashPassword(password: string): Promise<string>;
}

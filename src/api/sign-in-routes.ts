/** The routes of sign-in below `/v1/dashboard/auth`: those of the library that are open, and our own (docs/accounts.md has the same table). */

export interface SignInRoute {
  method: 'GET' | 'POST';
  /** Counted as an attempt: `email` of the body tells the account, or the session does, or only the address of the client counts. */
  counted?: 'email' | 'session' | 'address';
  /** Where a success is no end of trying: asking for mails. */
  alwaysCounts?: true;
  /** What the audit log calls it, where somebody who is signed in does it. */
  audit?: string;
  /** Set in the body whatever a client says. */
  forced?: Readonly<Record<string, unknown>>;
}

export const SIGN_IN_ROUTES: Readonly<Record<string, SignInRoute>> = {
  '/sign-in/email': { method: 'POST', counted: 'email' },
  '/sign-in/social': { method: 'POST', counted: 'address', alwaysCounts: true },
  '/callback/oidc': { method: 'GET' },
  '/sign-out': { method: 'POST', audit: 'session.ended' },
  '/request-password-reset': { method: 'POST', counted: 'email', alwaysCounts: true },
  '/reset-password': { method: 'POST', counted: 'address' },
  // whoever changes the password ends all other sessions
  '/change-password': { method: 'POST', counted: 'session', audit: 'password.changed', forced: { revokeOtherSessions: true } },
  '/update-user': { method: 'POST' },
  '/link-social': { method: 'POST', audit: 'oidc.linked' },
  '/two-factor/enable': { method: 'POST', counted: 'session' },
  '/two-factor/disable': { method: 'POST', counted: 'session', audit: 'two_factor.disabled' },
  '/two-factor/get-totp-uri': { method: 'POST', counted: 'session' },
  '/two-factor/verify-totp': { method: 'POST', counted: 'address', audit: 'two_factor.verified' },
  '/two-factor/verify-backup-code': { method: 'POST', counted: 'address', audit: 'two_factor.recovery_code_used' },
  '/two-factor/generate-backup-codes': { method: 'POST', counted: 'session', audit: 'two_factor.recovery_codes_made' },
  '/passkey/generate-register-options': { method: 'GET' },
  '/passkey/verify-registration': { method: 'POST', audit: 'passkey.added' },
  '/passkey/generate-authenticate-options': { method: 'GET' },
  '/passkey/verify-authentication': { method: 'POST', counted: 'address' },
  '/passkey/list-user-passkeys': { method: 'GET' },
  '/passkey/update-passkey': { method: 'POST' },
  '/passkey/delete-passkey': { method: 'POST', audit: 'passkey.removed' },
};

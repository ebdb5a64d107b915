/** What the library of sign-in looks up a link by that sets a password: its own hash (`storeIdentifier: 'hashed'`) of its own name for it. */
import { createHash } from 'node:crypto';

/** @returns what `user_verifications.identifier` holds */
export const hashResetToken = (token: string): string => createHash('sha256').update(`reset-password:${token}`).digest('base64url');

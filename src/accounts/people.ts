/** Links that make users: the first one, invitations, and those that set a password. */
import { createHash } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';
import type { Role } from '../contract/vocabulary.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { AcceptedInvitation, Invitation, PeopleStore, User } from '../ports/people-store.ts';
import type { Random } from './api-key.ts';

const FIRST_LINK_S = 3_600;
const INVITATION_S = 7 * 86_400;
const RESET_S = 3_600;
const TOKEN_BYTES = 32;

export interface PeopleContext {
  people: PeopleStore;
  clock: Clock;
  random: Random;
  /** Address of the deployment without `/v1`, for links. */
  publicUrl: () => string;
  /** null: links are shown, to be sent by hand. */
  mailer: Mailer | null;
}

export interface MadeInvitation {
  invitation: Invitation;
  /** Shown once: only the hash of what it carries is kept. */
  link: string;
  /** Whether it went by mail; `failed` where the mail server did not take it. */
  mail: 'sent' | 'failed' | 'none';
}

/** As addresses are kept and compared. @throws Refusal input_invalid at /email for what is no address */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length <= 254 && /^[^\s@<>()"',;:\\]+@[^\s@<>()"',;:\\]+\.[^\s@.]+$|^[^\s@<>()"',;:\\]+@localhost$/.test(email)) return email;
  throw new Refusal('input_invalid', 'This is not an e-mail address.', {
    errors: [{ path: '/email', message: 'This must be an e-mail address, such as name@example.com.' }],
  });
}

const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();
const newToken = (random: Random): string => Buffer.from(random(TOKEN_BYTES)).toString('base64url');
const joinLink = (publicUrl: string, token: string): string => `${publicUrl}/join?token=${token}`;

/** An invitation of seven days; it goes by mail where there is a mail server and an address. */
export async function invite(
  { people, clock, random, publicUrl, mailer }: PeopleContext,
  input: { orgId: string; organisation: string; email: string | null; role: Role; invitedBy: { id: string; name: string } | null },
): Promise<MadeInvitation> {
  const token = newToken(random);
  const { orgId, email, role } = input;
  const row = { orgId, email, role, firstUser: false, invitedBy: input.invitedBy?.id ?? null, validS: INVITATION_S };
  const invitation = await people.addInvitation({ ...row, id: `inv_${clock.ulid()}`, tokenHash: hashToken(token) });
  const link = joinLink(publicUrl(), token);
  if (mailer === null || email === null) return { invitation, link, mail: 'none' };
  const who = input.invitedBy === null ? 'You are invited' : `${input.invitedBy.name} invites you`;
  const text = `${who} to ${input.organisation} on Octavo. To join, open this link within seven days:\n\n${link}\n\nIt works once.\n`;
  const sent = mailer.send({ to: email, subject: `Invitation to ${input.organisation} on Octavo`, text });
  return {
    invitation,
    link,
    mail: await sent.then(
      () => 'sent' as const,
      () => 'failed' as const,
    ),
  };
}

/** The link that makes the first user of an installation, an owner; null where there is a user already, or no organisation yet. */
export async function firstUserLink(
  { people, clock, random, publicUrl }: PeopleContext,
  store: Pick<AccountStore, 'listOrganisations'>,
): Promise<string | null> {
  if ((await people.countUsers()) > 0) return null;
  const [organisation] = await store.listOrganisations();
  if (organisation === undefined) return null;
  const token = newToken(random);
  const row = { email: null, role: 'owner' as const, firstUser: true, invitedBy: null, validS: FIRST_LINK_S };
  await people.addInvitation({ ...row, id: `inv_${clock.ulid()}`, orgId: organisation.id, tokenHash: hashToken(token) });
  return joinLink(publicUrl(), token);
}

/** An open invitation by what its link carries; null where there is none. */
export const findInvitation = ({ people }: Pick<PeopleContext, 'people'>, token: string) => people.findInvitation(hashToken(token));

/** Who follows a link to join, and is not signed in. */
export interface Newcomer {
  name: string;
  email: string;
  passwordHash: string;
}

const WHY_NOT: Readonly<Record<Exclude<AcceptedInvitation['kind'], 'accepted'>, Refusal>> = {
  gone: new Refusal('link_expired', 'This link has been used, was withdrawn or has expired; ask for another one.'),
  taken: new Refusal('sign_in_failed', 'With this address you sign in first, and open the link again then.'),
  other_address: new Refusal('input_invalid', 'The invitation is for another address.', {
    errors: [{ path: '/email', message: 'The invitation is for another address: use the one that it was sent to.' }],
  }),
};

/** @throws Refusal link_expired, sign_in_failed, input_invalid */
export async function join(
  { people, clock }: Pick<PeopleContext, 'people' | 'clock'>,
  token: string,
  who: Newcomer | { userId: string },
): Promise<Extract<AcceptedInvitation, { kind: 'accepted' }>> {
  const outcome = await people.acceptInvitation({
    tokenHash: hashToken(token),
    ...('userId' in who ? who : { user: { ...who, id: `usr_${clock.ulid()}`, accountId: `acc_${clock.ulid()}` } }),
  });
  if (outcome.kind !== 'accepted') throw new Refusal(WHY_NOT[outcome.kind].code, WHY_NOT[outcome.kind].message, WHY_NOT[outcome.kind]);
  return outcome;
}

/** A link of an hour that sets a password. @param hashIdentifier how sign-in looks such links up */
export async function passwordLink(
  { people, clock, random, publicUrl }: PeopleContext,
  user: Pick<User, 'id'>,
  hashIdentifier: (token: string) => string,
): Promise<string> {
  const token = newToken(random);
  await people.addResetLink({ id: `rst_${clock.ulid()}`, userId: user.id, identifierHash: hashIdentifier(token), validS: RESET_S });
  return `${publicUrl()}/reset?token=${token}`;
}

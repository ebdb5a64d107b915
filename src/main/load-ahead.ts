/**
 * Packages that are loaded on demand, ahead of demand: loading one holds all requests of a process for 0.1 to 1 s, so a service does it while
 * its renderers start. What nobody here will need is left out.
 */
import type { PeopleStore } from '../ports/people-store.ts';
import type { Configuration } from './configuration.ts';

type Package = 'agents' | 'http client' | 'sign-in' | 'mail' | 'payments';

/**
 * @param users how many people there are; sign-in of an installation without any is loaded by the first who joins
 */
export function packagesAhead(
  { role, mail, stripe, oidc }: Pick<Configuration, 'role' | 'mail' | 'stripe' | 'oidc'>,
  users: number,
): Package[] {
  const packages: Package[] = ['http client'];
  if (mail !== undefined) packages.push('mail');
  if (role === 'worker') return packages;
  packages.push('agents');
  if (users > 0 || oidc !== undefined) packages.push('sign-in');
  if (stripe !== undefined) packages.push('payments');
  return packages;
}

const LOADERS: Readonly<Record<Package, () => Promise<unknown>>> = {
  agents: async () => (await import('./compose-process.ts')).warmAgentDoor(),
  'http client': async () => (await import('../adapters/download.ts')).loadHttpClient(),
  'sign-in': () => import('../adapters/better-auth.ts'),
  mail: async () => (await import('../adapters/smtp-mailer.ts')).loadMailClient(),
  payments: async () => (await import('../adapters/stripe-payments.ts')).loadStripe(),
};

/** Loads what this service will need, one after the other. @throws what a package throws while it loads */
export async function loadAhead(configuration: Configuration, people: Pick<PeopleStore, 'countUsers'>): Promise<void> {
  for (const name of packagesAhead(configuration, await people.countUsers())) await LOADERS[name]();
}

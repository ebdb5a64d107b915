/** What a role may not do is not offered, and this says why. */
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { ROLES, type Permission, type Role } from '../../../src/contract/vocabulary.ts';
import { roleMay } from '../../../src/accounts/permissions.ts';
import { useSession } from '../api/session.ts';
import { useMessages } from '../i18n/language.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { EmptyState } from './page.tsx';

const catalogues = { en, es };

function useReason(needs: Permission): string {
  const t = useMessages(catalogues);
  const { role } = useSession();
  const who = ROLES.filter((one) => roleMay(one, needs)).map((one) => t.roles[one]);
  return t.roleMayNot(t.roles[role], who);
}

function Reason({ needs }: { needs: Permission }) {
  const t = useMessages(catalogues);
  const reason = useReason(needs);
  return (
    <EmptyState icon={Lock} title={t.notAllowed}>
      {reason}
    </EmptyState>
  );
}

/** A screen or part of one for roles that may do this; in its place the reason. */
export function Restricted({ needs, children }: { needs: Permission; children: ReactNode }) {
  const { may } = useSession();
  return may(needs) ? children : <Reason needs={needs} />;
}

/** A line for who may look and not change; nothing for who may. */
export function RoleNote({ needs }: { needs: Permission }) {
  const { may } = useSession();
  const reason = useReason(needs);
  if (may(needs)) return null;
  return (
    <p className="mb-4 flex items-center gap-2 rounded-lg border border-line bg-sunken px-3.5 py-2.5 text-[13px] text-soft">
      <Lock className="size-4 shrink-0" aria-hidden />
      {reason}
    </p>
  );
}

/** What roles are called. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  return useMessages(catalogues).roles;
}

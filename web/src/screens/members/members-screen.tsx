import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { isAtLeast } from '../../../../src/accounts/permissions.ts';
import { ROLES, type Role } from '../../../../src/contract/vocabulary.ts';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleNote, useRoleNames } from '../../ui/restricted.tsx';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
type Member = AnswerOf<'GET', '/dashboard/members'>['data'][number];
const RENEWS = ['/dashboard/members', 'session'];

function RoleCell({ member }: { member: Member }) {
  const t = useMessages(catalogues);
  const names = useRoleNames();
  const { role: own, may } = useSession();
  const change = useDeed((role: Role) => ask('PATCH', '/dashboard/members/{user_id}', { path: { user_id: member.id }, body: { role } }), {
    renews: RENEWS,
    told: t.roleChanged,
  });
  if (!may('administer') || !isAtLeast(own, member.role)) return names[member.role];
  return (
    <select
      aria-label={t.roleOf(member.name)}
      className="h-8 rounded-lg border border-line bg-surface px-2 text-[13px] shadow-card hover:border-line-strong"
      value={member.role}
      disabled={change.isPending}
      onChange={(event) => {
        const role = ROLES.find((one) => one === event.target.value);
        if (role !== undefined) change.mutate(role);
      }}
    >
      {ROLES.filter((role) => isAtLeast(own, role)).map((role) => (
        <option key={role} value={role}>
          {names[role]}
        </option>
      ))}
    </select>
  );
}

function RemoveButton({ member }: { member: Member }) {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const { role: own, may, user, organisation } = useSession();
  const isSelf = member.id === user.id;
  const remove = useDeed(() => ask('DELETE', '/dashboard/members/{user_id}', { path: { user_id: member.id } }), {
    renews: RENEWS,
    told: t.removed,
    onDone: () => {
      if (isSelf) location.assign('/');
    },
  });
  if (!isSelf && (!may('administer') || !isAtLeast(own, member.role))) return null;
  const question = isSelf
    ? { title: t.leaveTitle(organisation?.name ?? ''), body: t.leaveBody, action: t.leave }
    : { title: t.removeTitle(member.name), body: t.removeBody, action: t.remove };
  const askFirst = async (): Promise<void> => {
    if (await confirm(question)) remove.mutate();
  };
  return (
    <Button size="small" look="quiet" aria-label={`${question.action} ${member.name}`} onClick={() => void askFirst()}>
      {question.action}
    </Button>
  );
}

function useColumns(): Column<Member>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { user } = useSession();
  return [
    {
      name: 'member',
      head: t.member,
      grows: true,
      cell: (member) => (
        <>
          <span className="block truncate font-medium">
            {member.name} {member.id === user.id && <span className="font-normal text-faint">({t.you})</span>}{' '}
            {member.disabled && <Badge tone="bad">{t.disabled}</Badge>}
          </span>
          <span className="block truncate text-[13px] text-faint">{member.email}</span>
        </>
      ),
    },
    { name: 'role', head: t.role, cell: (member) => <RoleCell member={member} /> },
    {
      name: 'factor',
      head: t.factor,
      from: 'md',
      cell: (member) => (member.two_factor ? <Badge tone="good">{t.on}</Badge> : <Badge>{t.off}</Badge>),
    },
    {
      name: 'seen',
      head: t.seen,
      from: 'lg',
      cell: ({ last_seen_at: at }) => <span className="whitespace-nowrap">{at === null ? t.never : formats.ago(at)}</span>,
    },
    { name: 'actions', head: t.actions, align: 'right', cell: (member) => <RemoveButton member={member} /> },
  ];
}

export function MembersScreen() {
  const t = useMessages(catalogues);
  const { organisation, may } = useSession();
  const [inviting, setInviting] = useState(false);
  const columns = useColumns();
  const { data, error, refetch } = useQuery(reading('/dashboard/members', {}));
  const invite = may('administer') && (
    <Button look="primary" onClick={() => setInviting(true)}>
      <UserPlus className="size-4" aria-hidden />
      {t.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} lead={t.lead(organisation?.name ?? '')} actions={invite} />
      <RoleNote needs="administer" />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {(data !== undefined || error === null) && (
        <Card padded={false}>
          <DataTable
            label={t.title}
            columns={columns}
            rows={data?.data}
            idOf={({ id }) => id}
            empty={
              <EmptyState icon={Users} title={t.title}>
                {t.lead(organisation?.name ?? '')}
              </EmptyState>
            }
          />
        </Card>
      )}
      {may('administer') && <Invitations />}
      {may('administer') && <InviteForm open={inviting} onClose={() => setInviting(false)} />}
    </>
  );
}

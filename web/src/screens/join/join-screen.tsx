import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Role } from '../../../../src/contract/vocabulary.ts';
import { sessionQuery } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { fieldError, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { AccountForm, NewPasswordField } from '../sign-in/account-form.tsx';
import { AccountPage } from '../sign-in/account-page.tsx';
import { get, post } from '../sign-in/sign-in-methods.ts';
import { useEntry } from '../sign-in/use-entry.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { joinRoute } from './route.ts';

const catalogues = { en, es };
const FIELDS = ['/name', '/email', '/password'];

/** What `GET /dashboard/auth/join` says of a link. */
interface InvitationLink {
  organisation: string;
  email: string | null;
  role: Role;
}

function NewUserForm({ token, email }: { token: string; email: string | null }) {
  const t = useMessages(catalogues);
  const enter = useEntry();
  const join = useMutation({
    mutationFn: (form: FormData) =>
      post('/join', { token, name: form.get('name'), email: form.get('email'), password: form.get('password') }),
    onSuccess: () => enter('/'),
  });
  return (
    <AccountForm sending={join} action={t.submit} shown={FIELDS}>
      <TextField
        label={t.name}
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        error={fieldError(join.error, '/name')}
      />
      <TextField
        label={t.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        defaultValue={email ?? ''}
        readOnly={email !== null}
        error={fieldError(join.error, '/email')}
      />
      <NewPasswordField label={t.password} hint={t.passwordHint} error={join.error} pointer="/password" />
    </AccountForm>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const t = useMessages(catalogues);
  const enter = useEntry();
  const join = useMutation({ mutationFn: () => post('/join', { token }), onSuccess: () => enter('/') });
  return (
    <div className="space-y-4">
      <p className="text-soft">{t.signedInAs(email)}</p>
      <ProblemNotice error={join.error} />
      <Button look="primary" className="w-full" busy={join.isPending} onClick={() => join.mutate()}>
        {t.accept}
      </Button>
    </div>
  );
}

export function JoinScreen() {
  const t = useMessages(catalogues);
  const { token = '' } = joinRoute.useSearch();
  const session = useQuery(sessionQuery);
  const invitation = useQuery({
    queryKey: ['join', token],
    enabled: token !== '',
    staleTime: Infinity,
    queryFn: () => get<InvitationLink>(`/join?token=${encodeURIComponent(token)}`),
  });
  const back = (
    <ButtonLink to="/sign-in" search={{}} className="mt-4 w-full">
      {t.toSignIn}
    </ButtonLink>
  );
  if (token === '')
    return (
      <AccountPage title={t.title} lead={t.noToken}>
        {back}
      </AccountPage>
    );
  if (invitation.error !== null)
    return (
      <AccountPage title={t.title}>
        <ProblemNotice error={invitation.error} />
        {back}
      </AccountPage>
    );
  if (invitation.data === undefined || session.isPending)
    return (
      <AccountPage title={t.title}>
        <Skeleton className="h-40" />
      </AccountPage>
    );
  const { organisation, role, email } = invitation.data;
  const user = session.data?.user ?? null;
  const first = role === 'owner' && email === null && user === null;
  return (
    <AccountPage
      title={first ? t.firstTitle : t.title}
      lead={first ? t.firstLead(organisation) : t.lead(organisation, t.roles[role])}
      below={
        user === null && !first ? (
          <Link to="/sign-in" search={{ to: `/join?token=${token}` }} className="underline underline-offset-2">
            {t.haveAccount}
          </Link>
        ) : undefined
      }
    >
      {user === null ? <NewUserForm token={token} email={email} /> : <AcceptForm token={token} email={user.email} />}
    </AccountPage>
  );
}

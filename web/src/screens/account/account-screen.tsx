import { useState } from 'react';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { NewPasswordField } from '../sign-in/account-form.tsx';
import { post } from '../sign-in/sign-in-methods.ts';
import { LANGUAGES, useLanguage, useMessages, type Language } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldError, SelectField, TextField } from '../../ui/field.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const catalogues = { en, es };
const CODES = Object.keys(LANGUAGES).filter((code): code is Language => Object.hasOwn(LANGUAGES, code));

function Profile() {
  const t = useMessages(catalogues);
  const { user } = useSession();
  const { language, choose } = useLanguage();
  const save = useDeed((name: string) => post('/update-user', { name }), {
    renews: ['session', '/dashboard/members'],
    told: t.saved,
    quiet: true,
  });
  return (
    <Card title={t.profile}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(String(new FormData(event.currentTarget).get('name')));
        }}
      >
        <TextField label={t.name} name="name" defaultValue={user.name} autoComplete="name" required maxLength={200} />
        <SelectField
          label={t.language}
          hint={t.languageHint}
          value={language}
          onChoose={choose}
          choices={CODES.map((value) => ({ value, label: LANGUAGES[value] }))}
        />
        <ProblemNotice error={save.error} />
        <Button type="submit" busy={save.isPending}>
          {t.save}
        </Button>
      </form>
    </Card>
  );
}

function Password() {
  const t = useMessages(catalogues);
  const [changes, setChanges] = useState(0);
  const change = useDeed(
    (form: FormData) => post('/change-password', { currentPassword: String(form.get('current')), newPassword: String(form.get('next')) }),
    { renews: ['/dashboard/sessions', 'session'], told: t.changed, quiet: true, onDone: () => setChanges((count) => count + 1) },
  );
  return (
    <Card title={t.password}>
      <form
        key={changes}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label={t.current}
          name="current"
          type="password"
          autoComplete="current-password"
          error={fieldError(change.error, '/currentPassword')}
          required
        />
        <NewPasswordField name="next" label={t.next} hint={t.nextHint} error={change.error} pointer="/newPassword" />
        <ProblemNotice error={change.error} shown={['/currentPassword', '/newPassword']} />
        <Button type="submit" busy={change.isPending}>
          {t.change}
        </Button>
      </form>
    </Card>
  );
}

export function AccountScreen() {
  const t = useMessages(catalogues);
  const { user } = useSession();
  return (
    <>
      <PageHeader title={t.title} lead={t.lead(user.email)} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Profile />
        <Password />
        <SecondFactor />
        <Passkeys />
        <Sessions />
      </div>
    </>
  );
}

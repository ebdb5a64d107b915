import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { AccountForm, NewPasswordField } from '../sign-in/account-form.tsx';
import { AccountPage } from '../sign-in/account-page.tsx';
import { methodsQuery, post } from '../sign-in/sign-in-methods.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { resetRoute } from './route.ts';

const catalogues = { en, es };

function NewPassword({ token }: { token: string }) {
  const t = useMessages(catalogues);
  const reset = useMutation({ mutationFn: (form: FormData) => post('/reset-password', { token, newPassword: form.get('password') }) });
  if (reset.isSuccess)
    return (
      <AccountPage title={t.resetTitle} lead={t.resetDone}>
        <ButtonLink to="/sign-in" search={{}} look="primary" className="w-full">
          {t.toSignIn}
        </ButtonLink>
      </AccountPage>
    );
  return (
    <AccountPage title={t.resetTitle} lead={t.resetLead}>
      <AccountForm sending={reset} action={t.resetSubmit} shown={['/newPassword']}>
        <NewPasswordField label={t.newPassword} hint={t.passwordHint} error={reset.error} pointer="/newPassword" autoFocus />
      </AccountForm>
    </AccountPage>
  );
}

function AskForLink() {
  const t = useMessages(catalogues);
  const { data: methods } = useQuery(methodsQuery);
  const ask = useMutation({ mutationFn: (form: FormData) => post('/request-password-reset', { email: String(form.get('email')) }) });
  const back = (
    <Link to="/sign-in" search={{}} className="underline underline-offset-2">
      {t.toSignIn}
    </Link>
  );
  if (methods?.mail === false)
    return (
      <AccountPage title={t.forgotTitle} lead={t.noMail} below={back}>
        <CodeBlock label={t.forgotTitle} text="octavo users reset ada@example.com" />
      </AccountPage>
    );
  return (
    <AccountPage title={t.forgotTitle} lead={ask.isSuccess ? t.forgotDone(String(ask.variables.get('email'))) : t.forgotLead} below={back}>
      {!ask.isSuccess && (
        <AccountForm sending={ask} action={t.forgotSubmit}>
          <TextField label={t.email} name="email" type="email" autoComplete="username" required autoFocus />
        </AccountForm>
      )}
    </AccountPage>
  );
}

export function ResetScreen() {
  const { token } = resetRoute.useSearch();
  return token === undefined ? <AskForLink /> : <NewPassword token={token} />;
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { fieldError, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
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
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label={t.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          hint={t.passwordHint}
          autoFocus
          error={fieldError(reset.error, '/newPassword')}
        />
        <ProblemNotice error={reset.error} shown={['/newPassword']} />
        <Button type="submit" look="primary" className="w-full" busy={reset.isPending}>
          {t.resetSubmit}
        </Button>
      </form>
    </AccountPage>
  );
}

function AskForLink() {
  const t = useMessages(catalogues);
  const { data: methods } = useQuery(methodsQuery);
  const ask = useMutation({ mutationFn: (email: string) => post('/request-password-reset', { email }) });
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
    <AccountPage title={t.forgotTitle} lead={ask.isSuccess ? t.forgotDone(ask.variables) : t.forgotLead} below={back}>
      {!ask.isSuccess && (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate(String(new FormData(event.currentTarget).get('email')));
          }}
        >
          <TextField label={t.email} name="email" type="email" autoComplete="username" required autoFocus />
          <ProblemNotice error={ask.error} />
          <Button type="submit" look="primary" className="w-full" busy={ask.isPending}>
            {t.forgotSubmit}
          </Button>
        </form>
      )}
    </AccountPage>
  );
}

export function ResetScreen() {
  const { token } = resetRoute.useSearch();
  return token === undefined ? <AskForLink /> : <NewPassword token={token} />;
}

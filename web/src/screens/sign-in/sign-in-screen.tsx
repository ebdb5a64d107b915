import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountPage } from './account-page.tsx';
import { CodeForm } from './code-form.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { signInRoute } from './route.ts';
import { methodsQuery, signInByPasskey, signInByPassword, signInElsewhere } from './sign-in-methods.ts';
import { useEntry } from './use-entry.ts';

const catalogues = { en, es };

function OtherWays({ to, onDone }: { to: string; onDone: () => void }) {
  const t = useMessages(catalogues);
  const { data: methods } = useQuery(methodsQuery);
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  const elsewhere = useMutation({ mutationFn: () => signInElsewhere(to) });
  const offersPasskey = methods?.passkey === true && 'PublicKeyCredential' in globalThis;
  if (methods === undefined || (!offersPasskey && methods.oidc === null)) return null;
  const failed = elsewhere.error ?? (passkey.error instanceof ApiError ? passkey.error : null);
  return (
    <div className="mt-5 space-y-2.5">
      <div className="flex items-center gap-3 text-[13px] text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t.or}
      </div>
      {methods.oidc !== null && (
        <Button className="w-full" busy={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
          {t.with(methods.oidc.name)}
        </Button>
      )}
      {offersPasskey && (
        <Button className="w-full" busy={passkey.isPending} onClick={() => passkey.mutate()}>
          <Fingerprint className="size-4" aria-hidden />
          {t.passkey}
        </Button>
      )}
      {passkey.error !== null && failed === null && (
        <p role="alert" className="text-center text-[13px] text-soft">
          {t.passkeyFailed}
        </p>
      )}
      <ProblemNotice error={failed} />
    </div>
  );
}

export function SignInScreen() {
  const t = useMessages(catalogues);
  const { to = '/', ended, error } = signInRoute.useSearch();
  const [wantsCode, setWantsCode] = useState(false);
  const enter = useEntry();
  const onDone = (): Promise<void> => enter(to);
  const password = useMutation({
    mutationFn: (form: FormData) => signInByPassword(String(form.get('email')), String(form.get('password'))),
    onSuccess: (codeIsWanted) => (codeIsWanted ? setWantsCode(true) : onDone()),
  });
  if (wantsCode) return <CodeForm onDone={onDone} onBack={() => setWantsCode(false)} />;
  return (
    <AccountPage
      title={t.title}
      {...(ended === true ? { lead: t.ended } : {})}
      below={
        <Link to="/reset" search={{}} className="underline underline-offset-2">
          {t.forgot}
        </Link>
      }
    >
      {error !== undefined && (
        <p role="alert" className="mb-4 rounded-xl bg-bad-soft p-3.5 text-ink">
          {error.toUpperCase() === 'NOT_INVITED' ? t.notInvited : t.elsewhereFailed(error)}
        </p>
      )}
      <AccountForm sending={password} action={t.submit}>
        <TextField label={t.email} name="email" type="email" autoComplete="username webauthn" required autoFocus />
        <TextField label={t.password} name="password" type="password" autoComplete="current-password" required />
      </AccountForm>
      <OtherWays to={to} onDone={() => void onDone()} />
    </AccountPage>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountPage } from './account-page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { post } from './sign-in-methods.ts';

const catalogues = { en, es };

/** The second factor: six digits of an app, or a recovery code. */
export function CodeForm({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const t = useMessages(catalogues);
  const [recovery, setRecovery] = useState(false);
  const verify = useMutation({
    mutationFn: (form: FormData) => {
      const code = String(form.get('code')).replaceAll(/\s/g, '');
      return recovery
        ? post('/two-factor/verify-backup-code', { code })
        : post('/two-factor/verify-totp', { code, trustDevice: form.get('trust') === 'on' });
    },
    onSuccess: onDone,
  });
  return (
    <AccountPage
      title={t.codeTitle}
      lead={recovery ? t.recoveryLead : t.codeLead}
      below={
        <button type="button" className="underline underline-offset-2" onClick={onBack}>
          {t.back}
        </button>
      }
    >
      <AccountForm
        sending={verify}
        action={t.submit}
        below={
          <Button look="quiet" className="w-full" onClick={() => setRecovery(!recovery)}>
            {recovery ? t.useCode : t.useRecovery}
          </Button>
        }
      >
        <TextField
          key={String(recovery)}
          label={recovery ? t.recovery : t.code}
          name="code"
          required
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
        />
        {!recovery && (
          <label className="flex items-center gap-2 text-[13px]">
            <input type="checkbox" name="trust" className="accent-accent" />
            {t.trust}
          </label>
        )}
      </AccountForm>
    </AccountPage>
  );
}

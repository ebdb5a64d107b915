import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { get, post } from '../sign-in/sign-in-methods.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const RENEWS = ['passkeys'];

interface Passkey {
  id: string;
  name: string | null;
  createdAt: string | null;
}

/** The browser asks for a fingerprint, a face or a key. @throws DOMException where the user gives none */
async function addPasskey(name: string): Promise<void> {
  const options = await get<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options');
  const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  if (credential instanceof PublicKeyCredential) await post('/passkey/verify-registration', { response: credential.toJSON(), name });
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const confirm = useConfirm();
  const name = passkey.name ?? t.unnamed;
  const remove = useDeed(() => post('/passkey/delete-passkey', { id: passkey.id }), { renews: RENEWS, told: t.passkeyRemoved });
  const askFirst = async (): Promise<void> => {
    if (await confirm({ title: t.removePasskey(name), body: t.removePasskeyBody, action: t.remove })) remove.mutate();
  };
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Fingerprint className="size-4.5 shrink-0 text-faint" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        {passkey.createdAt !== null && (
          <span className="block text-[13px] text-faint">
            {t.added} {formats.date(passkey.createdAt)}
          </span>
        )}
      </span>
      <Button size="small" look="quiet" aria-label={`${t.remove} ${name}`} onClick={() => void askFirst()}>
        {t.remove}
      </Button>
    </li>
  );
}

export function Passkeys() {
  const t = useMessages(catalogues);
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: () => get<Passkey[]>('/passkey/list-user-passkeys') });
  const add = useDeed(addPasskey, { renews: RENEWS, told: t.passkeyAdded, quiet: true, onDone: () => setAdding(false) });
  const isOffered = 'PublicKeyCredential' in globalThis;
  return (
    <Card title={t.passkeys}>
      <p className="text-soft">{t.passkeysLead}</p>
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="mt-3 h-10" />}
      {data?.length === 0 && <p className="mt-3 text-faint">{t.noPasskeys}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isOffered ? (
        <Button
          className="mt-4"
          onClick={() => {
            // what was said of another attempt is past
            add.reset();
            setAdding(true);
          }}
        >
          {t.addPasskey}
        </Button>
      ) : (
        <p className="mt-3 text-[13px] text-faint">{t.noPasskeySupport}</p>
      )}
      <FormDialog
        open={adding}
        onClose={() => setAdding(false)}
        title={t.addPasskey}
        action={t.addPasskey}
        busy={add.isPending}
        error={add.error instanceof ApiError ? add.error : null}
        onSubmit={(form) => add.mutate(String(form.get('name')))}
      >
        <TextField label={t.passkeyName} name="name" hint={t.passkeyNameHint} required maxLength={100} autoFocus />
        {add.error !== null && !(add.error instanceof ApiError) && (
          <p role="alert" className="text-bad">
            {t.passkeyNotMade}
          </p>
        )}
      </FormDialog>
    </Card>
  );
}

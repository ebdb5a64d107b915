import { useState } from 'react';
import { encode } from 'uqr';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { post } from '../sign-in/sign-in-methods.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const RENEWS = ['session', '/dashboard/members', '/dashboard/sessions'];

interface Setup {
  totpURI: string;
  backupCodes: string[];
}

/** Drawn here: the secret goes to no service that makes pictures. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-48 rounded-lg bg-white text-[#000]"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function SetupForm({ setup, onClose }: { setup: Setup | null; onClose: () => void }) {
  const t = useMessages(catalogues);
  const verify = useDeed((code: string) => post('/two-factor/verify-totp', { code }), {
    renews: RENEWS,
    told: t.turnedOn,
    quiet: true,
    onDone: onClose,
  });
  return (
    <FormDialog
      open={setup !== null}
      onClose={onClose}
      title={t.scan}
      action={t.verify}
      busy={verify.isPending}
      error={verify.error}
      onSubmit={(form) => verify.mutate(String(form.get('code')).replaceAll(/\s/g, ''))}
    >
      {setup !== null && (
        <>
          <QrCode text={setup.totpURI} label={t.qr} />
          <p className="text-soft">{t.scanHint}</p>
          <CodeBlock text={new URL(setup.totpURI).searchParams.get('secret') ?? setup.totpURI} label="TOTP" />
          <div>
            <h3 className="font-medium">{t.codesTitle}</h3>
            <p className="mb-2 text-soft">{t.codesBody}</p>
            <CodeBlock text={setup.backupCodes.join('\n')} label={t.codes} />
          </div>
          <TextField label={t.code} name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </>
      )}
    </FormDialog>
  );
}

export function SecondFactor() {
  const t = useMessages(catalogues);
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const [setup, setSetup] = useState<Setup | null>(null);
  const isOn = user.two_factor;
  const begin = useDeed((password: string) => post<Setup>('/two-factor/enable', { password }), {
    renews: [],
    quiet: true,
    onDone: (made) => {
      setAsking(false);
      setSetup(made);
    },
  });
  const end = useDeed((password: string) => post('/two-factor/disable', { password }), {
    renews: RENEWS,
    told: t.turnedOff,
    quiet: true,
    onDone: () => setAsking(false),
  });
  const deed = isOn ? end : begin;
  return (
    <Card title={t.factor} actions={isOn && <Badge tone="good">{t.on}</Badge>}>
      <p className="mb-4 text-soft">{isOn ? t.factorOn : t.factorOff}</p>
      <Button onClick={() => setAsking(true)}>{isOn ? t.turnOff : t.turnOn}</Button>
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={isOn ? t.turnOffTitle : t.factor}
        action={isOn ? t.turnOff : t.goOn}
        busy={deed.isPending}
        error={deed.error}
        onSubmit={(form) => deed.mutate(String(form.get('password')))}
      >
        <TextField label={t.confirmPassword} name="password" type="password" autoComplete="current-password" required />
      </FormDialog>
      <SetupForm setup={setup} onClose={() => setSetup(null)} />
    </Card>
  );
}

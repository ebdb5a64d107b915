import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldError, SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const SCOPES = ['read', 'write', 'admin'] as const;

/** A form, and then the key, once. */
export function MakeKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useMessages(catalogues);
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('write');
  const [made, setMade] = useState<string | null>(null);
  const make = useDeed((name: string) => ask('POST', '/dashboard/keys', { body: { name, scope } }), {
    renews: ['/dashboard/keys'],
    quiet: true,
    onDone: ({ key }) => {
      setMade(key);
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={t.make}
        action={t.make}
        busy={make.isPending}
        error={make.error}
        shown={['/name']}
        onSubmit={(form) => make.mutate(String(form.get('name')))}
      >
        <TextField label={t.name} name="name" hint={t.nameHint} error={fieldError(make.error, '/name')} required maxLength={200} />
        <SelectField
          label={t.scope}
          hint={t.scopeHints[scope]}
          value={scope}
          onChoose={setScope}
          choices={SCOPES.map((value) => ({ value, label: t.scopes[value] }))}
        />
      </FormDialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title={t.madeTitle} description={t.madeBody}>
        <CodeBlock text={made ?? ''} label={t.key} />
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={() => setMade(null)}>
            {t.copied}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

import { useState } from 'react';
import { isAtLeast } from '../../../../src/accounts/permissions.ts';
import { ROLES, type Role } from '../../../../src/contract/vocabulary.ts';
import { ask } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldError, SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRoleNames } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** An invitation, and then its link, once. */
export function InviteForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useMessages(catalogues);
  const names = useRoleNames();
  const { role: own } = useSession();
  const [role, setRole] = useState<Role>('member');
  const [made, setMade] = useState<{ link: string; mail: 'sent' | 'failed' | 'none' } | null>(null);
  const invite = useDeed((email: string) => ask('POST', '/dashboard/invitations', { body: { role, ...(email === '' ? {} : { email }) } }), {
    renews: ['/dashboard/invitations'],
    quiet: true,
    onDone: ({ link, mail }) => {
      setMade({ link, mail });
      onClose();
    },
  });
  const told = { sent: t.linkSent, failed: t.linkFailed, none: t.linkNone };
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={t.inviteTitle}
        action={t.invite}
        busy={invite.isPending}
        error={invite.error}
        shown={['/email']}
        onSubmit={(form) => invite.mutate(String(form.get('email')).trim())}
      >
        <TextField
          label={t.email}
          name="email"
          type="email"
          hint={t.emailHint}
          error={fieldError(invite.error, '/email')}
          autoComplete="off"
        />
        <SelectField
          label={t.role}
          hint={t.roleHints[role]}
          value={role}
          onChoose={setRole}
          choices={ROLES.filter((one) => isAtLeast(own, one)).map((value) => ({ value, label: names[value] }))}
        />
      </FormDialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title={t.linkTitle} description={told[made?.mail ?? 'none']}>
        <CodeBlock text={made?.link ?? ''} label={t.link} />
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={() => setMade(null)}>
            {t.close}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

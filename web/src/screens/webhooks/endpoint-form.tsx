import { ask } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldError, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
export type Endpoint = AnswerOf<'GET', '/webhook-endpoints'>['data'][number];

const FINAL = ['document.ready', 'document.failed', 'document.canceled'];
const OTHER = [
  'document.created',
  'document.started',
  'output.available',
  'preview.page_ready',
  'validation.completed',
  'balance.low',
  'webhook_endpoint.disabled',
];

function EventBoxes({ chosen }: { chosen: readonly string[] }) {
  const t = useMessages(catalogues);
  const groups = [
    { label: t.finalEvents, events: FINAL },
    { label: t.otherEvents, events: [...new Set([...OTHER, ...chosen])].filter((type) => !FINAL.includes(type)) },
  ];
  return groups.map(({ label, events }) => (
    <fieldset key={label}>
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {events.map((type) => (
          <label key={type} className="flex items-center gap-2 font-mono text-[12.5px]">
            <input type="checkbox" name="events" value={type} defaultChecked={chosen.includes(type)} className="accent-accent" />
            {type}
          </label>
        ))}
      </div>
    </fieldset>
  ));
}

/** A new endpoint, or an existing one changed. @param onMade is given the secret of a new one */
export function EndpointForm({
  endpoint,
  open,
  onClose,
  onMade,
}: {
  endpoint?: Endpoint;
  open: boolean;
  onClose: () => void;
  onMade?: (secret: string) => void;
}) {
  const t = useMessages(catalogues);
  const renews = ['/webhook-endpoints'];
  const add = useDeed((body: { url: string; events: string[]; description?: string }) => ask('POST', '/webhook-endpoints', { body }), {
    renews,
    quiet: true,
    onDone: ({ secret }) => {
      onClose();
      onMade?.(secret);
    },
  });
  const change = useDeed(
    (body: { url: string; events: string[]; description: string | null }) =>
      ask('PATCH', '/webhook-endpoints/{endpoint_id}', { path: { endpoint_id: endpoint?.id ?? '' }, body }),
    { renews, quiet: true, told: t.saved, onDone: onClose },
  );
  const deed = endpoint === undefined ? add : change;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={endpoint === undefined ? t.add : t.edit}
      action={endpoint === undefined ? t.add : t.save}
      busy={deed.isPending}
      error={deed.error}
      shown={['/url', '/description', '/events']}
      onSubmit={(form) => {
        const [url, description] = [String(form.get('url')), String(form.get('description')).trim()];
        const events = form.getAll('events').map(String);
        if (endpoint === undefined) add.mutate({ url, events, ...(description === '' ? {} : { description }) });
        else change.mutate({ url, events, description: description === '' ? null : description });
      }}
    >
      <TextField
        label={t.url}
        name="url"
        type="url"
        hint={t.urlHint}
        placeholder="https://example.com/octavo"
        defaultValue={endpoint?.url}
        error={fieldError(deed.error, '/url')}
        required
      />
      <TextField
        label={t.description}
        name="description"
        hint={t.descriptionHint}
        defaultValue={endpoint?.description ?? ''}
        error={fieldError(deed.error, '/description')}
        maxLength={200}
      />
      <EventBoxes chosen={endpoint?.events ?? FINAL} />
      {fieldError(deed.error, '/events') !== null && (
        <p role="alert" className="text-[13px] text-bad">
          {fieldError(deed.error, '/events')}
        </p>
      )}
    </FormDialog>
  );
}

/** The secret, once. */
export function SecretShown({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useMessages(catalogues);
  return (
    <Dialog open={secret !== null} onClose={onClose} title={t.secretTitle} description={t.secretBody}>
      <CodeBlock text={secret ?? ''} label={t.secret} />
      <div className="mt-5 flex justify-end">
        <Button look="primary" onClick={onClose}>
          {t.copied}
        </Button>
      </div>
    </Dialog>
  );
}

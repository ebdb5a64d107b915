import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { Document, InputOf } from '../../api/contract.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EditResults } from './edit-results.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { documentRoute } from './route.ts';

const catalogues = { en, es };
const WAYS = ['replace', 'prompt', 'operations'] as const;
type Way = (typeof WAYS)[number];
type Edits = Exclude<InputOf<'POST', '/edits'>['body'], FormData>;

interface Fields {
  find: string;
  replace: string;
  tracked: boolean;
  prompt: string;
  operations: string;
}
const EMPTY: Fields = {
  find: '',
  replace: '',
  tracked: false,
  prompt: '',
  operations: '[\n  { "op": "replace_text", "find": "", "replace": "" }\n]',
};

/** The operations in the form; null where what was typed is no list. */
function operationsOf(way: Way, { find, replace, operations }: Fields): Edits['operations'] | null {
  if (way === 'replace') return find === '' ? null : [{ op: 'replace_text', find, replace, all: true }];
  try {
    const parsed: unknown = JSON.parse(operations);
    return Array.isArray(parsed) && parsed.length > 0 ? (parsed as Edits['operations']) : null;
  } catch {
    // it is still being typed
    return null;
  }
}

/** Makes a new version of the document. */
function useEdit(document: Document, onDone: () => void) {
  const queryClient = useQueryClient();
  const navigate = documentRoute.useNavigate();
  const name = document.name === null ? {} : { name: document.name };
  const show = (made: { id: string }): void => {
    void queryClient.invalidateQueries({ queryKey: ['/documents'] });
    onDone();
    void navigate({ to: '/documents/$documentId', params: { documentId: made.id }, search: { view: 'changes' } });
  };
  return {
    byPrompt: useMutation({
      mutationFn: (prompt: string) =>
        ask('POST', '/documents', { body: { operation: 'edit', file: document.id, prompt, background: true, ...name } }),
      onSuccess: (made) => (made.object === 'document' ? show(made) : undefined),
    }),
    byOperations: useMutation({
      mutationFn: (edits: Pick<Edits, 'operations' | 'mode'>) => ask('POST', '/edits', { body: { file: document.id, ...edits, ...name } }),
      onSuccess: (made) => (made.object === 'document' ? show(made) : undefined),
    }),
    preview: useMutation({
      mutationFn: (edits: Pick<Edits, 'operations' | 'mode'>) =>
        ask('POST', '/edits', { body: { file: document.id, ...edits, preview: true } }),
    }),
  };
}

function FormFields({ way, fields, change }: { way: Way; fields: Fields; change: (part: Partial<Fields>) => void }) {
  const t = useMessages(catalogues).editor;
  if (way === 'prompt')
    return (
      <TextAreaField
        label={t.prompt}
        hint={t.promptHint}
        rows={5}
        value={fields.prompt}
        onChange={(event) => change({ prompt: event.target.value })}
      />
    );
  if (way === 'operations')
    return (
      <TextAreaField
        label={t.operations}
        hint={t.operationsHint}
        error={operationsOf(way, fields) === null ? t.badJson : null}
        rows={9}
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12.5 }}
        value={fields.operations}
        onChange={(event) => change({ operations: event.target.value })}
      />
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={t.find} value={fields.find} onChange={(event) => change({ find: event.target.value })} />
      <TextField label={t.replace} value={fields.replace} onChange={(event) => change({ replace: event.target.value })} />
    </div>
  );
}

/** Edits in words, by find and replace, or by any operations of the interface, with a preview of what would happen. */
export function EditDialog({ document, open, onClose }: { document: Document; open: boolean; onClose: () => void }) {
  const t = useMessages(catalogues).editor;
  const [way, setWay] = useState<Way>('replace');
  const [fields, setFields] = useState(EMPTY);
  const { byPrompt, byOperations, preview } = useEdit(document, onClose);
  const operations = way === 'prompt' ? null : operationsOf(way, fields);
  const edits = operations === null ? null : { operations, mode: fields.tracked ? ('tracked' as const) : ('direct' as const) };
  const change = (part: Partial<Fields>): void => {
    preview.reset();
    setFields((old) => ({ ...old, ...part }));
  };
  const ready = way === 'prompt' ? fields.prompt.trim().length >= 3 : edits !== null;
  const form = <FormFields way={way} fields={fields} change={change} />;
  return (
    <Dialog open={open} onClose={onClose} title={t.title} description={t.lead} wide>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (way === 'prompt') byPrompt.mutate(fields.prompt);
          else if (edits !== null) byOperations.mutate(edits);
        }}
      >
        <Tabs label={t.way} value={way} onChoose={setWay} tabs={WAYS.map((value) => ({ value, label: t.ways[value], panel: form }))} />
        {way !== 'prompt' && document.format === 'docx' && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={fields.tracked}
              onChange={(event) => change({ tracked: event.target.checked })}
            />
            {t.tracked}
          </label>
        )}
        {preview.data?.object === 'edit_preview' && way !== 'prompt' && (
          <div className="max-h-72 overflow-auto" tabIndex={0} role="region" aria-label={t.preview}>
            {preview.data.edits.length === 0 ? <p className="text-soft">{t.previewNone}</p> : <EditResults edits={preview.data.edits} />}
          </div>
        )}
        <ProblemNotice error={way === 'prompt' ? byPrompt.error : (byOperations.error ?? preview.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          {way !== 'prompt' && (
            <Button disabled={edits === null} busy={preview.isPending} onClick={() => edits !== null && preview.mutate(edits)}>
              {t.preview}
            </Button>
          )}
          <Button type="submit" look="primary" disabled={!ready} busy={byPrompt.isPending || byOperations.isPending}>
            {t.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

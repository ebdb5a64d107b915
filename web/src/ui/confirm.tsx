/** Asks before something that cannot be undone: `if (await confirm({ title, body, action })) …`. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

interface Question {
  title: string;
  body: ReactNode;
  /** What the button says: the deed itself, such as `Revoke key`. */
  action: string;
  /** The user has to type this first, under that label. */
  typed?: { label: string; text: string };
}
type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (ask === null) throw new Error('there is no ConfirmProvider around this');
  return ask;
}

function Body({ question, answer }: { question: Question; answer: (yes: boolean) => void }) {
  const t = useMessages(catalogues);
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer(true);
      }}
    >
      <AlertDialog.Title className="text-[16px] font-semibold">{question.title}</AlertDialog.Title>
      <AlertDialog.Description className="mt-1.5 text-soft" render={<div />}>
        {question.body}
      </AlertDialog.Description>
      {question.typed !== undefined && (
        <TextField
          className="mt-4"
          label={question.typed.label}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => answer(false)}>{t.cancel}</Button>
        <Button look="danger" type="submit" disabled={question.typed !== undefined && typed !== question.typed.text}>
          {question.action}
        </Button>
      </div>
    </form>
  );
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; resolve: (yes: boolean) => void } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, resolve });
        setOpen(true);
      }),
    [],
  );
  const answer = (yes: boolean): void => {
    asked?.resolve(yes);
    setOpen(false);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(is) => (is ? undefined : answer(false))}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(var(--shade)/0.45)] transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
          <AlertDialog.Popup className="fixed inset-x-3 top-1/2 z-40 mx-auto max-w-md -translate-y-1/2 rounded-2xl border border-line bg-raised p-5 shadow-raised transition-all duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {asked !== null && <Body key={asked.question.title} question={asked.question} answer={answer} />}
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}

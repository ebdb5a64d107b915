import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { fieldError, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** What is under way, and what the service said of it. */
interface Sending {
  isPending: boolean;
  error: Error | null;
  mutate: (form: FormData) => void;
}

/** A form of the pages that are seen without being signed in: its fields, what the service says, one wide button, and what else there is. */
export function AccountForm({
  sending,
  action,
  shown,
  children,
  below,
}: {
  sending: Sending;
  /** What the button says. */
  action: string;
  /** Pointers of fields that show their errors themselves. */
  shown?: readonly string[];
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(new FormData(event.currentTarget));
      }}
    >
      {children}
      <ProblemNotice error={sending.error} {...(shown === undefined ? {} : { shown })} />
      <Button type="submit" look="primary" className="w-full" busy={sending.isPending}>
        {action}
      </Button>
      {below}
    </form>
  );
}

/** A password that is chosen. @param pointer of the field in what the service says */
export function NewPasswordField({
  label,
  hint,
  error,
  pointer,
  name = 'password',
  autoFocus = false,
}: {
  label: string;
  hint: string;
  error: Error | null;
  pointer: string;
  name?: string;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint={hint}
      autoFocus={autoFocus}
      error={fieldError(error, pointer)}
    />
  );
}

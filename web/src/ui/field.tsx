/** Fields of forms: a label, a line that helps, and what the service said of it. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { classNames } from './class-names.ts';

const CONTROL =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-ink shadow-card transition-colors hover:border-line-strong focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with it; null or absent: nothing. */
  error?: string | null | undefined;
  className?: string | undefined;
}

interface Control {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label around any control, which takes the given properties. */
export function Field({ label, hint, error = null, className, children }: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const told = error ?? hint;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === null ? undefined : true,
        'aria-describedby': told === undefined ? undefined : `${id}-told`,
      })}
      {told !== undefined && (
        <p
          id={`${id}-told`}
          className={classNames('text-[13px]', error === null ? 'text-faint' : 'text-bad')}
          role={error === null ? undefined : 'alert'}
        >
          {told}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, className, ...rest }: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...control} {...rest} className={classNames(CONTROL, 'h-9 read-only:bg-sunken')} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, className, ...rest }: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <textarea {...control} {...rest} className={classNames(CONTROL, 'min-h-20 resize-y py-2 leading-normal')} />}
    </Field>
  );
}

export interface Choice<V extends string> {
  value: V;
  label: string;
}

/** The platform's own list: it works with every keyboard, screen reader and phone. */
export function SelectField<V extends string>({
  label,
  hint,
  error,
  className,
  choices,
  value,
  onChoose,
  disabled,
}: FieldProps & { choices: readonly Choice<V>[]; value: V; onChoose: (value: V) => void; disabled?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select
          {...control}
          disabled={disabled}
          value={value}
          className={classNames(CONTROL, 'h-9 pr-8')}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onChoose(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What the service said of one field, by its JSON pointer (`/name`); null: nothing. */
export function fieldError(error: unknown, path: string): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.problem?.errors.find((one) => one.path === path)?.message ?? null;
}

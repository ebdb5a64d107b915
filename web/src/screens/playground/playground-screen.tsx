import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Field, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Card, EmptyState, PageHeader, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { readOperations, type Operation, type Parameter } from './operations.ts';
import { playgroundRoute } from './route.ts';
import { useSending, writeCommand, type Sent } from './use-sending.ts';

const catalogues = { en, es };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function Answer({ sent }: { sent: Sent | null }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  if (sent === null)
    return (
      <EmptyState icon={SquareTerminal} title={t.noAnswer}>
        {t.noAnswerBody}
      </EmptyState>
    );
  const { status, ms, text, bytes, type } = sent;
  return (
    <div className="space-y-3" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2">
        {status !== null && <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>}
        {ms !== null && <span className="text-soft tabular-nums">{t.took(formats.number(ms))}</span>}
        {status === null && <Skeleton className="h-5 w-24" />}
      </p>
      {bytes !== null && <p className="text-soft">{t.bytes(formats.bytes(bytes), type)}</p>}
      {text !== '' && <CodeBlock text={text} label={t.answer} tall />}
    </div>
  );
}

function ParameterField({ parameter, value, onChange }: { parameter: Parameter; value: string; onChange: (value: string) => void }) {
  const t = useMessages(catalogues);
  const { name, required, description, choices } = parameter;
  const label = required ? `${name} (${t.required})` : name;
  if (choices !== null)
    return (
      <SelectField
        label={label}
        hint={description}
        value={value}
        choices={[{ value: '', label: '–' }, ...choices.map((one) => ({ value: one, label: one }))]}
        onChoose={onChange}
      />
    );
  return (
    <TextField
      label={label}
      hint={description}
      value={value}
      required={required}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Builder({ operation }: { operation: Operation }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(operation.body ?? '');
  const { sent, isSending, start, stop } = useSending();
  const isBodyBad = operation.body !== null && !isJson(body);
  const request = { operation, values, body: operation.body === null ? null : body };
  const mayTry = operation.method === 'GET' || operation.path === '/extract' || may('write');
  const fields = operation.parameters.filter((parameter) => parameter.in !== 'header');
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card title={operation.summary}>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            start(request);
          }}
        >
          {fields.length > 0 && (
            <fieldset className="grid gap-4 sm:grid-cols-2">
              <legend className="sr-only">{t.parameters}</legend>
              {fields.map((parameter) => (
                <ParameterField
                  key={parameter.name}
                  parameter={parameter}
                  value={values[parameter.name] ?? ''}
                  onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
                />
              ))}
            </fieldset>
          )}
          {operation.body !== null && (
            <TextAreaField
              label={t.body}
              value={body}
              rows={14}
              spellCheck={false}
              error={isBodyBad ? t.bodyInvalid : null}
              style={{ fontFamily: 'var(--font-mono)', fontSize: '12.5px' }}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
          {!mayTry && <p className="text-soft">{t.roleMayNot}</p>}
          <div className="flex gap-2">
            <Button type="submit" look="primary" busy={isSending} disabled={isBodyBad || !mayTry}>
              {t.send}
            </Button>
            {isSending && <Button onClick={stop}>{t.stop}</Button>}
          </div>
          <div>
            <h3 className="mb-2 text-[13px] font-medium">{t.command}</h3>
            <CodeBlock text={writeCommand(request)} label={t.command} />
          </div>
        </form>
      </Card>
      <Card title={t.answer}>
        <Answer sent={sent} />
      </Card>
    </div>
  );
}

function Choice({ operations, chosen }: { operations: readonly Operation[]; chosen: string }) {
  const t = useMessages(catalogues);
  const navigate = useNavigate({ from: '/playground' });
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <Field label={t.call} className="mb-4 max-w-2xl">
      {(control) => (
        <select
          {...control}
          value={chosen}
          className="h-9 w-full rounded-lg border border-line-strong/60 bg-surface px-3 shadow-card hover:border-line-strong"
          onChange={(event) => void navigate({ search: { call: event.target.value }, replace: true })}
        >
          {tags.map((tag) => (
            <optgroup key={tag} label={tag}>
              {operations
                .filter((operation) => operation.tag === tag)
                .map(({ call, summary }) => (
                  <option key={call} value={call}>
                    {call}: {summary}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

export function PlaygroundScreen() {
  const t = useMessages(catalogues);
  const { call = 'POST /documents' } = playgroundRoute.useSearch();
  const { data, error, refetch } = useQuery({ queryKey: ['operations'], queryFn: readOperations, staleTime: Infinity });
  const operation = data?.find((one) => one.call === call) ?? data?.[0];
  const reference = (
    <a className={buttonClasses()} href="/docs">
      <BookOpen className="size-4" aria-hidden />
      {t.reference}
    </a>
  );
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={reference} />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-96" />}
      {data !== undefined && operation !== undefined && (
        <>
          <Choice operations={data} chosen={operation.call} />
          <Builder key={operation.call} operation={operation} />
        </>
      )}
    </>
  );
}

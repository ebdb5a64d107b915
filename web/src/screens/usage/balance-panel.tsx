import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUALITY_LEVELS } from '../../../../src/contract/vocabulary.ts';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldError, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { digitsOf, readAmount } from './read-amount.ts';

const catalogues = { en, es };
type Balance = AnswerOf<'GET', '/balance'>;

function TopUp({ currency }: { currency: string }) {
  const t = useMessages(catalogues);
  const [open, setOpen] = useState(false);
  const pay = useDeed((amount: number) => ask('POST', '/top-ups', { body: { amount, return_url: location.href } }), {
    renews: [],
    quiet: true,
    onDone: ({ url }) => location.assign(url),
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t.topUp}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t.topUp}
        description={t.topUpLead}
        action={t.topUp}
        busy={pay.isPending}
        error={pay.error}
        shown={['/amount']}
        onSubmit={(form) => pay.mutate(readAmount(form.get('amount'), currency))}
      >
        <TextField label={t.topUpAmount(currency)} name="amount" inputMode="decimal" error={fieldError(pay.error, '/amount')} required />
      </FormDialog>
    </>
  );
}

function Notice({ balance: { notice, currency } }: { balance: Balance }) {
  const t = useMessages(catalogues);
  const set = useDeed((wanted: { below: number; email?: string } | null) => ask('PATCH', '/balance', { body: { notice: wanted } }), {
    renews: ['/balance'],
    told: t.saved,
    quiet: true,
  });
  return (
    <Card title={t.notice}>
      <form
        key={JSON.stringify(notice)}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const email = String(form.get('email')).trim();
          set.mutate({ below: readAmount(form.get('below'), currency), ...(email === '' ? {} : { email }) });
        }}
      >
        <p className="text-soft">{t.noticeLead}</p>
        <TextField
          label={t.noticeBelow(currency)}
          name="below"
          inputMode="decimal"
          required
          defaultValue={notice === null ? '' : (notice.below / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))}
          error={fieldError(set.error, '/notice/below')}
        />
        <TextField
          label={t.noticeEmail}
          name="email"
          type="email"
          hint={t.noticeEmailHint}
          defaultValue={notice?.email ?? ''}
          error={fieldError(set.error, '/notice/email')}
        />
        <ProblemNotice error={set.error} shown={['/notice/below', '/notice/email']} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={set.isPending}>
            {t.save}
          </Button>
          {notice !== null && (
            <Button look="quiet" onClick={() => set.mutate(null)}>
              {t.noticeOff}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function PriceTable({ balance: { prices, currency } }: { balance: Balance }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const isFree = QUALITY_LEVELS.every((level) => prices[level] === 0);
  return (
    <Card title={t.prices}>
      <dl className="divide-y divide-line">
        {QUALITY_LEVELS.map((level) => (
          <div key={level} className="flex justify-between gap-4 py-2 first:pt-0">
            <dt>{t.levels[level]}</dt>
            <dd className="font-medium tabular-nums">{formats.money(prices[level], currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[13px] text-faint">{isFree ? t.free : t.pricesHint}</p>
    </Card>
  );
}

function Shown({ balance }: { balance: Balance }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { may } = useSession();
  const { currency, available, reserved, granted, charged, can_pay_in: canPayIn } = balance;
  const facts = [
    [t.granted, granted],
    [t.charged, charged],
    [t.reserved, reserved],
  ] as const;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="lg:col-span-2">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <div>
            <p className="text-[13px] text-faint">{t.available}</p>
            <p className="text-[32px] leading-tight font-semibold tracking-tight tabular-nums">{formats.money(available, currency)}</p>
          </div>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {facts.map(([name, amount]) => (
              <div key={name}>
                <dt className="text-[13px] text-faint">{name}</dt>
                <dd className="font-medium tabular-nums">{formats.money(amount, currency)}</dd>
              </div>
            ))}
          </dl>
          {canPayIn && may('configure') && <TopUp currency={currency} />}
        </div>
        {!canPayIn && <p className="mt-4 border-t border-line pt-3 text-[13px] text-faint">{t.noTopUp}</p>}
      </Card>
      <PriceTable balance={balance} />
      {may('configure') && <Notice balance={balance} />}
    </div>
  );
}

export function BalancePanel() {
  const { data, error, refetch } = useQuery(reading('/balance', {}));
  return (
    <>
      <RoleNote needs="configure" />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-48" />}
      {data !== undefined && <Shown balance={data} />}
    </>
  );
}

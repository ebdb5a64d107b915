/** What a screen is put together from: its head, cards, states without content. */
import type { LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The head of a screen: its name (and that of the browser's tab), a sentence, and what can be done. */
export function PageHeader({ title, lead, actions, above }: { title: string; lead?: ReactNode; actions?: ReactNode; above?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Octavo`;
  }, [title]);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {above}
        <h1 className="text-[22px] leading-tight font-semibold tracking-[-0.015em] break-words">{title}</h1>
        {lead !== undefined && <p className="mt-1 max-w-prose text-soft">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

/** A surface with an optional head. */
export function Card({
  title,
  actions,
  children,
  className,
  padded = true,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  padded?: boolean;
}) {
  return (
    <section className={classNames('min-w-0 rounded-xl border border-line bg-surface shadow-card', className)}>
      {title !== undefined && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      <div className={padded ? 'p-4' : undefined}>{children}</div>
    </section>
  );
}

/** Nothing is here yet: says what would be, and how to begin. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-soft">
        <Icon className="size-5" aria-hidden />
      </span>
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <div className="mt-1 max-w-md text-soft">{children}</div>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** Stands where something will be. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-hover', className)} />;
}

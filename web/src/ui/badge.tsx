import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-hover text-soft',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

/** A short word on a ground that says how it stands; never by colour alone. */
export function Badge({ tone = 'neutral', live = false, children }: { tone?: Tone; live?: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center gap-1.5 rounded-full px-2 text-[12px] font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <span className={classNames('size-1.5 rounded-full bg-current', live && 'animate-pulse')} aria-hidden />
      {children}
    </span>
  );
}

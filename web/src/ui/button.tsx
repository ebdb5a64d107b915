import { Link, type LinkProps } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';
type Size = 'normal' | 'small' | 'icon';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover border border-transparent',
  plain: 'bg-surface text-ink border border-line hover:bg-hover shadow-card',
  quiet: 'text-soft hover:bg-hover hover:text-ink border border-transparent',
  danger: 'bg-bad-soft text-bad border border-transparent hover:border-bad',
};
const SIZES: Readonly<Record<Size, string>> = {
  normal: 'h-9 px-3.5 gap-2',
  small: 'h-8 px-2.5 gap-1.5 text-[13px]',
  icon: 'size-8 justify-center',
};

/** The classes of a button, for what looks like one. */
export const buttonClasses = (look: Look = 'plain', size: Size = 'normal'): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50',
    LOOKS[look],
    SIZES[size],
  );

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  size?: Size;
  /** Something is under way: it turns and takes no clicks. */
  busy?: boolean;
}

export function Button({ look = 'plain', size = 'normal', busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(buttonClasses(look, size), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

export function ButtonLink({
  look = 'plain',
  size = 'normal',
  className,
  children,
  ...rest
}: LinkProps & { look?: Look; size?: Size; className?: string; children: ReactNode }) {
  return (
    <Link className={classNames(buttonClasses(look, size), className)} {...rest}>
      {children}
    </Link>
  );
}

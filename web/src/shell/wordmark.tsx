/** The mark: a folded sheet with lines, and the name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-[16px] font-semibold tracking-[-0.02em]">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden>
        <rect width="32" height="32" rx="7" className="fill-primary" />
        <path d="M9 7h11l4 4v14H9z" className="fill-[var(--on-primary)]" />
        <path d="M12 15h9M12 18.5h9M12 22h5" stroke="#c2410c" strokeWidth="1.7" strokeLinecap="round" />
      </svg>
      Octavo
    </span>
  );
}

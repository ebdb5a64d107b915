import { useEffect, type ReactNode } from 'react';
import { LANGUAGES, useLanguage, type Language } from '../../i18n/language.tsx';
import { Wordmark } from '../../shell/wordmark.tsx';

const CODES = Object.keys(LANGUAGES).filter((code): code is Language => Object.hasOwn(LANGUAGES, code));

/** The frame of what is seen without being signed in: one card, and the language. */
export function AccountPage({ title, lead, children, below }: { title: string; lead?: ReactNode; children: ReactNode; below?: ReactNode }) {
  const { language, choose } = useLanguage();
  useEffect(() => {
    document.title = `${title} · Octavo`;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] px-4">
      <main className="mx-auto flex w-full max-w-sm flex-col justify-center py-10">
        <div className="mb-8 flex justify-center">
          <Wordmark />
        </div>
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-7">
          <h1 className="text-[19px] leading-snug font-semibold tracking-[-0.01em]">{title}</h1>
          {lead !== undefined && <p className="mt-1 text-soft">{lead}</p>}
          <div className="mt-5">{children}</div>
        </div>
        {below !== undefined && <div className="mt-4 text-center text-soft">{below}</div>}
      </main>
      <footer className="flex justify-center gap-4 pb-6 text-[13px]">
        {CODES.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={language === code}
            className="rounded text-faint aria-pressed:font-medium aria-pressed:text-ink"
            onClick={() => choose(code)}
          >
            {LANGUAGES[code]}
          </button>
        ))}
      </footer>
    </div>
  );
}

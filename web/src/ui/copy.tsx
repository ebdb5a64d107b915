import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const SHOWN_MS = 2_000;

/** Copies a text, and says that it has. @param what names it to who cannot see what stands beside it */
export function CopyButton({ text, what, className }: { text: string; what?: string; className?: string }) {
  const t = useMessages(catalogues);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={classNames(buttonClasses('quiet', 'icon'), className)}
      aria-label={copied ? t.copied : [t.copy, what].filter(Boolean).join(' ')}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon className={classNames('size-4', copied && 'text-good')} aria-hidden />
    </button>
  );
}

/** Code or data, to read and to copy; long lines scroll. */
export function CodeBlock({ text, label, tall = false }: { text: string; label: string; tall?: boolean }) {
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-sunken">
      <CopyButton text={text} what={label} className="absolute top-1.5 right-1.5 bg-sunken" />
      <pre
        role="region"
        aria-label={label}
        // a region that scrolls has to be reached by keyboard
        tabIndex={0}
        className={classNames('overflow-auto p-3.5 pr-12 font-mono text-[12.5px] leading-relaxed', tall ? 'max-h-[36rem]' : 'max-h-80')}
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { BookOpen, Check, FileText, KeyRound, type LucideIcon } from 'lucide-react';
import { reading } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

function Step({ icon: Icon, href, title, text, done }: { icon: LucideIcon; href: string; title: string; text: string; done: boolean }) {
  const t = useMessages(catalogues);
  return (
    <li className="min-w-0">
      <a href={href} className="flex h-full items-start gap-3 rounded-lg p-3 hover:bg-hover">
        <span
          className={classNames(
            'grid size-8 shrink-0 place-items-center rounded-lg',
            done ? 'bg-good-soft text-good' : 'bg-sunken text-soft',
          )}
        >
          {done ? <Check className="size-4" aria-label={t.done} /> : <Icon className="size-4" aria-hidden />}
        </span>
        <span className="min-w-0">
          <span className={classNames('block font-medium', done && 'text-soft line-through')}>{title}</span>
          <span className="block text-[13px] text-soft">{text}</span>
        </span>
      </a>
    </li>
  );
}

/** What a newcomer does first; gone once all of it has been done. */
export function FirstSteps({ hasDocument }: { hasDocument: boolean | null }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const keys = useQuery({ ...reading('/dashboard/keys', {}), enabled: may('configure') });
  const hasKey = keys.data === undefined ? null : keys.data.data.some(({ last_used_at: used }) => used !== null);
  if (hasDocument === null || (may('configure') && hasKey === null) || (hasDocument && hasKey !== false)) return null;
  return (
    <Card title={t.steps} padded={false}>
      <ul className="grid gap-1 p-2 sm:grid-cols-3">
        <Step icon={FileText} href="/new" title={t.step.document} text={t.step.documentText} done={hasDocument} />
        {may('configure') && <Step icon={KeyRound} href="/keys" title={t.step.key} text={t.step.keyText} done={hasKey === true} />}
        <Step icon={BookOpen} href="/docs" title={t.step.docs} text={t.step.docsText} done={false} />
      </ul>
    </Card>
  );
}

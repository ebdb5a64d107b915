import { FileQuestion } from 'lucide-react';
import { useMessages } from '../i18n/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

export function NotFound() {
  const t = useMessages(catalogues);
  return (
    <EmptyState icon={FileQuestion} title={t.notFound} action={<ButtonLink to="/">{t.home}</ButtonLink>}>
      {t.notFoundBody}
    </EmptyState>
  );
}

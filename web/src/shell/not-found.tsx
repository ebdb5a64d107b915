import { useRouterState } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useMessages } from '../i18n/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card, EmptyState, PageHeader } from '../ui/page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** In the place of a screen: the address leads nowhere, or to something that is gone. */
export function NotFound() {
  const t = useMessages(catalogues);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <PageHeader title={t.notFound} lead={<code className="font-mono text-[13px] break-all">{pathname}</code>} />
      <Card>
        <EmptyState
          icon={FileQuestion}
          title={t.notFoundTitle}
          action={
            <>
              <ButtonLink to="/" look="primary">
                {t.home}
              </ButtonLink>
              <ButtonLink to="/documents">{t.documents}</ButtonLink>
            </>
          }
        >
          {t.notFoundBody}
        </EmptyState>
      </Card>
    </>
  );
}

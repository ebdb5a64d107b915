import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/client.ts';
import type { Document } from '../../api/contract.ts';
import { useMessages } from '../../i18n/language.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { LANGUAGES, writeCode, type CodeLanguage } from './request-code.ts';

const catalogues = { en, es };

/** The request that made the document, as code to send it again. */
export function RequestView({ document }: { document: Document }) {
  const t = useMessages(catalogues).request;
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const { data, error } = useQuery(reading('/documents/{document_id}/request', { path: { document_id: document.id } }));
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  const base = `${location.origin}/v1`;
  const lacksBytes = JSON.stringify([data.body['sources'] ?? [], data.body['file'] ?? null]).includes('{"filename"');
  return (
    <section>
      <h2 className="font-semibold">{t.title}</h2>
      <p className="mb-3 text-soft">
        {t.lead} {lacksBytes && t.gone}
      </p>
      <Tabs
        label={t.language}
        value={language}
        onChoose={setLanguage}
        tabs={LANGUAGES.map((value) => ({
          value,
          label: value,
          panel: <CodeBlock tall label={value} text={writeCode(data, value, base)} />,
        }))}
      />
    </section>
  );
}

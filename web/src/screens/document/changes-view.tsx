import { Replace } from 'lucide-react';
import { useState } from 'react';
import type { Report } from '../../../../src/contract/report.ts';
import type { Document } from '../../api/contract.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { EditResults } from './edit-results.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { PageView } from './page-view.tsx';
import { toPages, useOutputs, type Page } from './use-pages.ts';

const catalogues = { en, es };

function SideBySide({ parentId, pages }: { parentId: string; pages: readonly Page[] }) {
  const t = useMessages(catalogues);
  const { data } = useOutputs(parentId);
  const [at, setAt] = useState(1);
  const old = toPages(data?.data ?? []);
  const total = Math.max(old.length, pages.length);
  if (total === 0) return null;
  const columns = [
    { label: t.changes.before, page: old.find(({ page }) => page === at) },
    { label: t.changes.after, page: pages.find(({ page }) => page === at) },
  ];
  return (
    <Card
      title={t.changes.side}
      actions={
        <div className="flex items-center gap-2">
          <Button size="small" disabled={at <= 1} onClick={() => setAt(at - 1)}>
            {t.previousPage}
          </Button>
          <span className="text-[13px] tabular-nums" aria-live="polite">
            {t.pageOf(at, total)}
          </span>
          <Button size="small" disabled={at >= total} onClick={() => setAt(at + 1)}>
            {t.nextPage}
          </Button>
        </div>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {columns.map(({ label, page }) => (
          <figure key={label} className="min-w-0">
            <figcaption className="mb-2 text-[13px] font-medium text-soft">{label}</figcaption>
            {page === undefined ? (
              <div className="grid aspect-[0.7] place-items-center rounded border border-dashed border-line text-faint">–</div>
            ) : (
              <PageView page={page} />
            )}
          </figure>
        ))}
      </div>
    </Card>
  );
}

/** What an edit has done: each operation, the proof that all else is as it was, the pages side by side. */
export function ChangesView({
  document,
  report,
  pages,
}: {
  document: Document;
  report: Report | undefined;
  pages: readonly Page[] | undefined;
}) {
  const t = useMessages(catalogues).changes;
  if (report === undefined) return <Skeleton className="h-64" />;
  const { integrity } = report;
  return (
    <div className="space-y-5">
      {report.edits.length > 0 ? (
        <EditResults edits={report.edits} />
      ) : (
        <Card>
          <EmptyState icon={Replace} title={t.none}>
            {t.noneBody}
          </EmptyState>
        </Card>
      )}
      {integrity !== null && (
        <Card title={t.proof}>
          <p>{t.parts(integrity.parts_changed.length, Object.keys(integrity.parts_unchanged).length)}</p>
          {integrity.parts_changed.length > 0 && (
            <p className="mt-1 font-mono text-[12.5px] break-words text-faint">{integrity.parts_changed.join(', ')}</p>
          )}
        </Card>
      )}
      {document.parent_id !== null && pages !== undefined && <SideBySide parentId={document.parent_id} pages={pages} />}
    </div>
  );
}

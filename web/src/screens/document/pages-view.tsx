import { ChevronLeft, ChevronRight, FileX2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Finding } from '../../../../src/base/finding.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { FindingList } from './finding-list.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { PageView, type Numbered } from './page-view.tsx';
import { documentRoute } from './route.ts';
import type { Page } from './use-pages.ts';

const catalogues = { en, es };
const ZOOMS = [100, 150, 200] as const;

const pageOf = ({ location }: Finding): number | null => location.page ?? location.slide ?? null;

function Thumbnails({
  pages,
  current,
  onTurn,
  numbered,
}: {
  pages: readonly Page[];
  current: number;
  onTurn: (page: number) => void;
  numbered: readonly Numbered[];
}) {
  const t = useMessages(catalogues);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // only the list scrolls, never the page around it
    const [box, button] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (box && button)
      box.scrollTo({ top: button.offsetTop - box.clientHeight / 2, left: button.offsetLeft - box.clientWidth / 2, behavior: 'smooth' });
  }, [current]);
  return (
    <ul
      ref={list}
      aria-label={t.thumbnails}
      className="relative flex shrink-0 gap-3 overflow-auto p-1 md:max-h-[calc(100dvh-13rem)] md:w-24 md:flex-col"
    >
      {pages.map(({ page, url, width, height }) => {
        const count = numbered.filter(({ finding }) => pageOf(finding) === page).length;
        return (
          <li key={page} className="w-16 shrink-0 md:w-full">
            <button
              type="button"
              aria-label={t.page(page)}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => onTurn(page)}
              className="group block w-full rounded text-center text-[12px] text-faint"
            >
              <span
                className={classNames(
                  'relative block overflow-hidden rounded-[3px] bg-white ring-1',
                  page === current ? 'ring-2 ring-accent' : 'ring-line group-hover:ring-line-strong',
                )}
              >
                <img src={url} alt="" loading="lazy" width={width} height={height} className="block h-auto w-full" />
                {count > 0 && (
                  <span className="absolute top-1 right-1 rounded-full bg-warn px-1.5 text-[10px] font-semibold text-surface">{count}</span>
                )}
              </span>
              <span className={classNames('mt-1 block', page === current && 'font-medium text-ink')}>{page}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function ViewerBar({
  current,
  total,
  zoom,
  onTurn,
  onZoom,
}: {
  current: number;
  total: number;
  zoom: number | null;
  onTurn: (page: number) => void;
  onZoom: (zoom: number | null) => void;
}) {
  const t = useMessages(catalogues);
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line px-2 py-1.5">
      <div className="flex items-center">
        <Button look="quiet" size="icon" aria-label={t.previousPage} disabled={current <= 1} onClick={() => onTurn(current - 1)}>
          <ChevronLeft className="size-4" aria-hidden />
        </Button>
        <span className="px-1 text-[13px] tabular-nums" aria-live="polite">
          {t.pageOf(current, total)}
        </span>
        <Button look="quiet" size="icon" aria-label={t.nextPage} disabled={current >= total} onClick={() => onTurn(current + 1)}>
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </div>
      <select
        aria-label={t.zoom}
        value={zoom === null ? '' : String(zoom)}
        onChange={(event) => onZoom(event.target.value === '' ? null : Number(event.target.value))}
        className="h-8 rounded-lg border border-line bg-surface px-2 text-[13px]"
      >
        <option value="">{t.fit}</option>
        {ZOOMS.map((value) => (
          <option key={value} value={value}>
            {value} %
          </option>
        ))}
      </select>
    </div>
  );
}

const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

/** The page that is open: arrow keys turn it, and it scrolls where it is larger than its place. */
function OpenPage({
  page,
  total,
  zoom,
  onTurn,
  children,
}: {
  page: Page;
  total: number;
  zoom: number | null;
  onTurn: (page: number) => void;
  children: ReactNode;
}) {
  const t = useMessages(catalogues);
  return (
    <div
      role="region"
      aria-label={t.pageOf(page.page, total)}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = KEYS[event.key];
        if (step === undefined || zoom !== null) return;
        event.preventDefault();
        onTurn(page.page + step);
      }}
      className="min-w-0 flex-1 overflow-auto p-4 -outline-offset-2 sm:p-6 md:max-h-[calc(100dvh-12rem)]"
    >
      <div
        className={classNames('mx-auto', zoom === null && 'max-w-3xl')}
        // 100 %: one point of the page is one and a third pixels, as browsers count
        style={zoom === null ? undefined : { width: `${(((page.widthPt ?? 595) * 4) / 3) * (zoom / 100)}px` }}
      >
        {children}
      </div>
    </div>
  );
}

/** Pages to look at, and what was found on them. @param pages undefined: on their way */
export function PagesView({
  pages,
  findings,
  resolved,
}: {
  pages: readonly Page[] | undefined;
  findings: readonly Finding[];
  resolved: number;
}) {
  const t = useMessages(catalogues);
  const { page: asked = 1 } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const [zoom, setZoom] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  if (pages === undefined) return <Skeleton className="h-[36rem]" />;
  const current = pages.find(({ page }) => page === asked) ?? pages[0];
  if (current === undefined)
    return (
      <Card>
        <EmptyState icon={FileX2} title={t.noPages}>
          {t.noPagesBody}
        </EmptyState>
      </Card>
    );
  const numbered = findings.map((finding, at) => ({ index: at + 1, finding }));
  const turn = (page: number): void => {
    if (page >= 1 && page <= pages.length) void navigate({ search: (old) => ({ ...old, page }), replace: true, resetScroll: false });
  };
  const choose = (index: number): void => {
    setChosen(index);
    const page = pageOf(findings[index - 1] ?? ({ location: {} } as Finding));
    if (page !== null) turn(page);
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <Card padded={false}>
        <ViewerBar current={current.page} total={pages.length} zoom={zoom} onTurn={turn} onZoom={setZoom} />
        <div className="flex flex-col-reverse bg-sunken md:flex-row">
          {pages.length > 1 && (
            <div className="border-line p-2 max-md:border-t md:border-r">
              <Thumbnails pages={pages} current={current.page} onTurn={turn} numbered={numbered} />
            </div>
          )}
          <OpenPage page={current} total={pages.length} zoom={zoom} onTurn={turn}>
            <PageView
              page={current}
              numbered={numbered.filter(({ finding }) => pageOf(finding) === current.page)}
              chosen={chosen}
              onChoose={choose}
            />
          </OpenPage>
        </div>
      </Card>
      <FindingList numbered={numbered} page={current.page} chosen={chosen} resolved={resolved} onChoose={choose} />
    </div>
  );
}

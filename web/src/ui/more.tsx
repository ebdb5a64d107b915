import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** Under a list that has another page. */
export function MoreButton({ list }: { list: { hasMore: boolean; more: () => void; isLoadingMore: boolean } }) {
  const t = useMessages(catalogues);
  if (!list.hasMore) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button size="small" busy={list.isLoadingMore} onClick={list.more}>
        {t.more}
      </Button>
    </div>
  );
}

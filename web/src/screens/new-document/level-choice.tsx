import { useQueries } from '@tanstack/react-query';
import { QUALITIES, QUALITY_LEVELS, type Quality } from '../../../../src/contract/vocabulary.ts';
import { ask } from '../../api/client.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWords } from '../../vocabulary/words.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** What each level costs here: a dry run of a small request says so. Without a model there are no levels to choose. */
function usePrices() {
  return useQueries({
    queries: QUALITY_LEVELS.map((quality) => ({
      queryKey: ['price', quality],
      staleTime: Infinity,
      retry: false,
      queryFn: async () => {
        const answer = await ask('POST', '/documents', {
          query: { dry_run: true },
          body: { prompt: 'A short memo', format: 'docx', quality },
        });
        return answer.object === 'dry_run' ? (answer.cost ?? null) : null;
      },
    })),
    combine: (results) => new Map(results.map(({ data }, index) => [QUALITY_LEVELS[index], data ?? null])),
  });
}

export function LevelChoice({ value, onChoose }: { value: Quality; onChoose: (quality: Quality) => void }) {
  const t = useMessages(catalogues);
  const words = useWords();
  const formats = useFormats();
  const prices = usePrices();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{t.level}</legend>
      <div className="divide-y divide-line rounded-lg border border-line">
        {QUALITIES.map((quality) => {
          const cost = quality === 'auto' ? null : (prices.get(quality) ?? null);
          return (
            <label
              key={quality}
              className="flex cursor-pointer items-start gap-2.5 px-3 py-2 first:rounded-t-lg last:rounded-b-lg hover:bg-hover has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="quality"
                value={quality}
                checked={value === quality}
                onChange={() => onChoose(quality)}
                className="mt-1 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{words.quality[quality]}</span>
                <span className="block text-[12px] leading-snug text-soft">{t.levels[quality]}</span>
              </span>
              {cost !== null && (
                <span className="text-[13px] whitespace-nowrap text-soft tabular-nums">
                  {cost.amount === 0 ? t.free : formats.money(cost.amount, cost.currency)}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

import { Skeleton } from '../ui/page.tsx';

/** In the place of a screen that is on its way. */
export function ScreenLoading() {
  return (
    <div className="space-y-4 py-2">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

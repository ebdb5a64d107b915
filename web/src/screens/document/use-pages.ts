/** Pictures of a document's pages, with links that hold. */
import { useQuery } from '@tanstack/react-query';
import { localLink, reading } from '../../api/client.ts';
import type { Output } from '../../api/contract.ts';

/** Links live five minutes. */
const RENEW_MS = 240_000;

export interface Page {
  page: number;
  url: string;
  width: number;
  height: number;
  /** Size in points, as findings count; absent in documents that were made before the service told it. */
  widthPt?: number | undefined;
  heightPt?: number | undefined;
}

export const toPages = (outputs: readonly Output[]): Page[] =>
  outputs
    .flatMap(({ kind, page, url, width = 0, height = 0, width_pt: widthPt, height_pt: heightPt }) =>
      kind === 'preview' && page !== undefined ? [{ page, url: localLink(url), width, height, widthPt, heightPt }] : [],
    )
    .sort((a, b) => a.page - b.page);

export function useOutputs(documentId: string | null) {
  return useQuery({
    ...reading('/documents/{document_id}/outputs', { path: { document_id: documentId ?? '' } }),
    enabled: documentId !== null,
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });
}

const A4_WIDTH_PT = 595.28;

/** Where a box of points is on a page, in percent of its width and height; what is over its edge is cut off. */
export function placeOn(page: Page, [left, top, right, bottom]: readonly [number, number, number, number]) {
  const { widthPt = A4_WIDTH_PT, heightPt = (widthPt * page.height) / page.width } = page;
  const percent = (value: number, whole: number): string => `${Math.min(100, Math.max(0, (value / whole) * 100))}%`;
  return {
    left: percent(left, widthPt),
    top: percent(top, heightPt),
    width: percent(right - left, widthPt),
    height: percent(bottom - top, heightPt),
  };
}

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
}

export const toPages = (outputs: readonly Output[]): Page[] =>
  outputs
    .flatMap(({ kind, page, url, width = 0, height = 0 }) =>
      kind === 'preview' && page !== undefined ? [{ page, url: localLink(url), width, height }] : [],
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

/** Usual sizes of pages in points: width and height. */
const SIZES = [
  [595.3, 841.9],
  [612, 792],
  [960, 540],
  [720, 540],
  [419.5, 595.3],
  [841.9, 1190.6],
] as const;

/** Width in points of a page with the shape of this picture: findings say where they are in points. @param rightPt how far the findings reach */
export function pageWidthPt({ width, height }: Pick<Page, 'width' | 'height'>, rightPt: number): number {
  const shape = width / height;
  const sizes = SIZES.flatMap(
    ([short, long]) =>
      [
        [short, long],
        [long, short],
      ] as const,
  );
  const fitting = sizes.filter(([w, h]) => Math.abs(w / h / shape - 1) < 0.012 && w >= rightPt - 1).map(([w]) => w);
  return fitting[0] ?? Math.max(rightPt, 595.3);
}

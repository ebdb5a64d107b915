/** Pictures of a document's pages, with links that hold. */
import { useQuery } from '@tanstack/react-query';
import { localLink, reading } from '../../api/client.ts';
import type { Output } from '../../api/contract.ts';
import type { PageSize } from './place-on.ts';

/** Links live five minutes. */
const RENEW_MS = 240_000;

export interface Page extends PageSize {
  page: number;
  url: string;
  width: number;
  height: number;
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

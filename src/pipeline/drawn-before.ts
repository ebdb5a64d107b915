/** The pages of the version that a file was edited from: pictures of those that come out the same are copied, not drawn again. */
import { Refusal } from '../base/refusal.ts';
import type { PagePicture } from '../ports/page-renderer.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { runFileWork } from './work/run-file-work.ts';

export interface DrawnBefore {
  /**
   * For each page of a newer PDF, in order, the number (from 1) of a page of the version before that shows the same, or null; [] where
   * nothing is known of that version.
   */
  samePages(pdf: Uint8Array): Promise<(number | null)[]>;
  /** The picture of a page of the version before; null where it is gone. */
  picture(page: number): Promise<Omit<PagePicture, 'page' | 'total'> | null>;
}

const hasSizes = (output: OutputRecord | undefined): output is Required<OutputRecord> =>
  output !== undefined && [output.width, output.height, output.widthPt, output.heightPt].every((size) => size !== undefined);

/**
 * @param id of the document whose file was edited; null where it is not one of ours
 * @returns undefined where there is no such document
 */
export function openDrawnBefore(
  { store, blobs, versions }: Pick<PipelineDependencies, 'store' | 'blobs' | 'versions'>,
  id: string | null,
): DrawnBefore | undefined {
  if (id === null) return undefined;
  let outputs: Promise<OutputRecord[]> | undefined;
  const read = async (): Promise<OutputRecord[]> => {
    const before = await store.get(id);
    // another version of the program may draw the same page otherwise
    return before?.versions.engine === versions.engine ? before.outputs : [];
  };
  const known = (): Promise<OutputRecord[]> => (outputs ??= read());
  return {
    async samePages(pdf) {
      const drawn = (await known()).find(({ kind }) => kind === 'pdf');
      const bytes = drawn === undefined ? null : await blobs.get(drawn.key);
      if (bytes === null) return [];
      try {
        return await runFileWork('findSamePages', bytes, pdf);
      } catch (error) {
        // what takes too long or too much memory to compare is drawn
        if (error instanceof Refusal) return [];
        throw error;
      }
    },
    async picture(page) {
      const output = (await known()).find((one) => one.kind === 'preview' && one.page === page);
      const png = hasSizes(output) ? await blobs.get(output.key) : null;
      if (png === null || !hasSizes(output)) return null;
      const { width, height, widthPt, heightPt } = output;
      return { png, width, height, widthPt, heightPt };
    },
  };
}

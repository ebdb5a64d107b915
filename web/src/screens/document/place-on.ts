/** Where findings are on the picture of a page. */

/** Size of a page in points, as findings count; absent in documents that were made before the service told it. */
export interface PageSize {
  widthPt?: number | undefined;
  heightPt?: number | undefined;
}

/** Where a box of points is, in percent of the page; what is over its edge is cut off. The upper left corner where the page's size is not known. */
export function placeOn({ widthPt, heightPt }: PageSize, [left, top, right, bottom]: readonly [number, number, number, number]) {
  const percent = (value: number, whole: number | undefined): string =>
    whole === undefined ? '0%' : `${Math.min(100, Math.max(0, (value / whole) * 100))}%`;
  return {
    left: percent(left, widthPt),
    top: percent(top, heightPt),
    width: percent(right - left, widthPt),
    height: percent(bottom - top, heightPt),
  };
}

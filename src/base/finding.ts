/** What a review says of a document (decisions §6). Notes of readers and writers become findings too. */
export interface FindingLocation {
  /** Part of the office file. */
  part?: string;
  /** 1-based. */
  page?: number;
  slide?: number;
  sheet?: string;
  cell?: string;
  block_id?: string;
  /** Left, top, right, bottom in points from the page's upper left corner. */
  bbox?: [number, number, number, number];
}

export type Severity = 'error' | 'warning' | 'info';

export interface Finding {
  /** snake_case, stable. */
  code: string;
  severity: Severity;
  /** One English sentence that says what is wrong, where, and what would mend it. */
  message: string;
  location: FindingLocation;
  fixable: boolean;
  /** Whether it was seen in the content or file, or on the drawn page. */
  certainty: 'static' | 'rendered';
  disposition: 'new' | 'pre_existing';
}

/** A web page → how it looks, what goes wrong in it, and what becomes of it when it is used. Real adapter: Chromium in the sandbox, `render/`. */
/** CSS pixels: a phone, a desk. */
type ScreenWidth = 360 | 1_280;

export interface ScreenWish {
  widthPx: ScreenWidth;
  scheme: 'light' | 'dark';
  /** The picture ends here, in CSS pixels. */
  heightMaxPx: number;
  /** So many pictures at the most, one below the other; 1 where absent. */
  parts?: number;
}

export interface ScreenPicture {
  widthPx: ScreenWidth;
  scheme: 'light' | 'dark';
  png: Uint8Array;
  /** Pixels of the picture. */
  width: number;
  height: number;
}

/** What a visitor does: `target` is what is written on a button or beside a field. */
export interface PageStep {
  do: 'click' | 'fill' | 'choose' | 'tick';
  target: string;
  value?: string | undefined;
}

export interface PageTrouble {
  kind: 'console' | 'exception' | 'request' | 'dead_end' | 'cut_off';
  message: string;
}

export interface AxeFinding {
  rule: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  help: string;
  /** Markup of the first element, shortened. */
  at: string;
}

export interface PageVisit {
  pictures: ScreenPicture[];
  trouble: PageTrouble[];
  /** Of both widths in the scheme of the first picture; each rule once. */
  axe: AxeFinding[];
  /** One line for each thing that was used: what it is, and what came of it. */
  tried: string[];
  /** Words that a visitor sees. */
  words: number;
}

export interface PageBrowser {
  /** false: there is no Chromium, and `visit` may not be called. */
  readonly isThere: boolean;
  /**
   * Opens a page that stands by itself (policy and page API in it), with no way to any network.
   * @param options.steps what a visitor does; absent with `uses`: everything on the page that can be used is tried with made-up entries
   * @throws Refusal processing_failed where the page brings the browser down, or takes too long
   */
  visit(
    page: Uint8Array,
    options: { pictures: readonly ScreenWish[]; axe?: boolean; uses?: boolean; steps?: readonly PageStep[]; signal?: AbortSignal },
  ): Promise<PageVisit>;
  close(): Promise<void>;
}

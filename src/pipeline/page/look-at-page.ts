/** A page as a browser shows it: what is wrong with it, how it looks on a phone and at a desk, and what comes of using it. */
import type { Finding } from '../../base/finding.ts';
import type { FindingCode } from '../../base/finding-code.ts';
import { isInfrastructureFault } from '../../base/infrastructure-fault.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Storage } from '../../contract/vocabulary.ts';
import type { AxeFinding, PageBrowser, PageStep, PageTrouble, PageVisit, ScreenPicture } from '../../ports/page-browser.ts';
import { trialPage } from '../artifact-page.ts';

export interface PageLook {
  findings: Finding[];
  /** null: no browser has shown it. */
  visit: PageVisit | null;
}

/** As page pictures of other documents: no side is longer. */
const PREVIEW_HEIGHT_PX = 2_480;
/** Twice what a phone shows at once: so much fits a picture that a model can read. */
const PHONE_HEIGHT_PX = 1_440;
const PHONE_PARTS = 4;

const CODES: Readonly<Record<PageTrouble['kind'], FindingCode>> = {
  console: 'page_script_failed',
  exception: 'page_script_failed',
  request: 'page_script_failed',
  dead_end: 'page_dead_end',
  cut_off: 'page_cut_off',
};

const rendered = (code: FindingCode, severity: Finding['severity'], message: string): Finding => ({
  code,
  severity,
  message,
  location: {},
  fixable: false,
  certainty: 'rendered',
  disposition: 'new',
});

const describeTrouble = ({ kind, message }: PageTrouble): string => {
  if (kind === 'console') return `The page reports an error to the console: ${message}`;
  if (kind === 'exception') return `A script of the page fails: ${message}`;
  return message;
};

const ofAxe = ({ rule, impact, help, at }: AxeFinding): Finding =>
  rendered(
    'page_not_accessible',
    impact === 'serious' || impact === 'critical' ? 'warning' : 'info',
    `${help} (axe: ${rule}, ${impact}), at ${at}`,
  );

const notShown = (why: string): PageLook => ({ findings: [rendered('page_not_shown', 'info', why)], visit: null });

export interface LookWish {
  storage: Storage;
  /** Every button is pressed and axe is asked, for a page that an agent or a stranger has made. */
  thorough: boolean;
  steps?: readonly PageStep[];
  signal: AbortSignal;
}

/**
 * Opens the page at 1,280 and 360 px. A page that no browser can show is still a page: it is said, and nothing fails.
 * @throws the signal's reason; infrastructure faults
 */
export async function lookAtPage(
  browser: PageBrowser | undefined,
  html: string,
  { storage, thorough, steps, signal }: LookWish,
): Promise<PageLook> {
  if (browser === undefined) return { findings: [], visit: null };
  if (!browser.isThere) return notShown('This installation has no browser: the page has no preview, and nobody has looked at it.');
  try {
    const visit = await browser.visit(trialPage(Buffer.from(html), storage), {
      pictures: [
        { widthPx: 1_280, scheme: 'light', heightMaxPx: PREVIEW_HEIGHT_PX },
        { widthPx: 360, scheme: 'light', heightMaxPx: PHONE_HEIGHT_PX, parts: thorough ? PHONE_PARTS : 1 },
      ],
      axe: thorough,
      uses: thorough && steps === undefined,
      ...(steps === undefined ? {} : { steps }),
      signal,
    });
    const troubles = visit.trouble.map((trouble) => rendered(CODES[trouble.kind], 'warning', describeTrouble(trouble)));
    return { findings: [...troubles, ...visit.axe.map(ofAxe)], visit };
  } catch (error) {
    signal.throwIfAborted();
    if (isInfrastructureFault(error) || !(error instanceof Refusal)) throw error;
    return notShown('The browser could not show the page in time: it has no preview, and nobody has looked at it.');
  }
}

/** The picture that the page is shown by. */
export const previewOf = ({ visit }: PageLook): ScreenPicture | undefined => visit?.pictures.find(({ widthPx }) => widthPx === 1_280);

/** What would spoil documents silently, looked for once at the start: wrong fonts, blank equations, no text recognition. */
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageBrowser } from '../ports/page-browser.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { TextRecognizer } from '../ports/text-recognizer.ts';
import { checkFonts, prepareFonts } from './fonts.ts';
import { makeEquationDocx } from './warm-up-files.ts';

const WIDTH_PX = 400;

/**
 * One sentence for each thing that is wrong, with its repair; [] where all is well. Waits for the renderers to be ready.
 * @param renderers `workDir` as given to the office renderer
 */
export async function checkRendering(renderers: {
  office: OfficeRenderer;
  pages: PageRenderer;
  recognizer: TextRecognizer;
  browser: PageBrowser;
  workDir: string;
}): Promise<string[]> {
  const [fonts, equation] = await Promise.all([fontProblems(renderers.workDir), equationProblem(renderers)]);
  return [...fonts, ...equation, ...recognitionProblem(renderers.recognizer), ...browserProblem(renderers.browser)];
}

/** Everything else of artifacts works without it. */
const browserProblem = ({ isThere }: PageBrowser): string[] =>
  isThere ? [] : ['Artifacts have no preview, and no agent looks at them, since there is no Chromium: apt-get install chromium'];

const RECOGNIZED = ['eng', 'spa'];

function recognitionProblem(recognizer: TextRecognizer): string[] {
  const missing = RECOGNIZED.filter((name) => !recognizer.languages().includes(name));
  if (missing.length === 0) return [];
  const what =
    missing.length === RECOGNIZED.length ? 'Scanned pages and pictures cannot be read' : `Text recognition knows no ${missing.join(', ')}`;
  return [`${what}: apt-get install tesseract-ocr ${missing.map((name) => `tesseract-ocr-${name}`).join(' ')}`];
}

async function fontProblems(workDir: string): Promise<string[]> {
  return (await checkFonts(await prepareFonts(workDir))).problems;
}

async function equationProblem({ office, pages }: { office: OfficeRenderer; pages: PageRenderer }): Promise<string[]> {
  const pdf = await office.toPdf({ bytes: makeEquationDocx(), kind: 'docx' }, { ours: true });
  let blank = true;
  await pages.draw(pdf, {
    widthPx: WIDTH_PX,
    onPage: ({ png }) => {
      blank &&= isOneColour(png);
    },
  });
  return blank ? ["Equations come out blank: LibreOffice's Math is missing; apt-get install libreoffice-math-nogui"] : [];
}

/** Our pictures of few colours begin with the header and their palette: 8 + 25 bytes, then PLTE's length, 3 for each colour. */
function isOneColour(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const PALETTE_AT = 33;
  return view.getUint32(PALETTE_AT) === 3 && view.getUint32(PALETTE_AT + 4) === 0x504c5445;
}

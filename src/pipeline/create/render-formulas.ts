/** Equations of a presentation as pictures, for programs that show no equation on a slide: set by the typesetter, rendered as pages are. */
import type { FormulaPages } from '../../writers/formula-pages.ts';
import type { FormulaPicture, FormulaPictures } from '../../writers/pptx.ts';
import type { Engine } from '../make.ts';

/** Pictures by their TeX; none where they cannot be set: the slide then shows them as text. */
export async function renderFormulas({ source, texs }: FormulaPages, engine: Engine, signal: AbortSignal): Promise<FormulaPictures> {
  let pdf: Uint8Array;
  try {
    pdf = await engine.typesetter.compile(source, { assets: new Map(), creationTime: 0, signal });
  } catch (error) {
    // the compiler refuses a formula that looked right: all of them are shown as text
    if (signal.aborted) throw error;
    return new Map();
  }
  const { pages } = await engine.pages.read(pdf, { signal, structure: false });
  const pictures = new Map<string, FormulaPicture>();
  await engine.pages.draw(pdf, {
    signal,
    onPage: ({ page, png, width, height }) => {
      const [tex, size] = [texs[page - 1], pages[page - 1]];
      if (tex === undefined || size === undefined) return;
      pictures.set(tex, {
        asset: { key: `formula${page}`, contentType: 'image/png', width, height, data: png },
        widthPt: size.widthPt,
        heightPt: size.heightPt,
      });
    },
  });
  return pictures;
}

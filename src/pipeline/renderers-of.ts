/** The renderers as one organisation uses them: what it opens from outside meets nobody else's files, and its long row holds up nobody else's. */
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { Typesetter } from '../ports/typesetter.ts';

/** The same renderers, which know whose documents they draw. */
export function renderersOf<Renderers extends { office: OfficeRenderer; typesetter: Typesetter }>(
  renderers: Renderers,
  owner: string,
): Renderers {
  const { office, typesetter } = renderers;
  return {
    ...renderers,
    office: {
      toPdf: (file, options) => office.toPdf(file, { ...options, owner }),
      calculate: (workbook, options) => office.calculate(workbook, { ...options, owner }),
      modernize: (file, options) => office.modernize(file, { ...options, owner }),
      ready: () => office.ready(),
      version: () => office.version(),
      close: () => office.close(),
    },
    typesetter: { ...typesetter, compile: (source, options) => typesetter.compile(source, { ...options, owner }) },
  };
}

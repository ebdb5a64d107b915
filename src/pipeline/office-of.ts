/** The office renderer as one organisation uses it: what it opens from outside meets nobody else's files. */
import type { OfficeRenderer } from '../ports/office-renderer.ts';

/** The renderer for the files of one organisation. */
export function officeOf(office: OfficeRenderer, owner: string): OfficeRenderer {
  return {
    toPdf: (file, options) => office.toPdf(file, { ...options, owner }),
    calculate: (workbook, options) => office.calculate(workbook, { ...options, owner }),
    modernize: (file, options) => office.modernize(file, { ...options, owner }),
    ready: () => office.ready(),
    version: () => office.version(),
    close: () => office.close(),
  };
}

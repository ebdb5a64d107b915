/** The look of the project's brand, for documents whose request names no other one. */
import { Refusal } from '../../base/refusal.ts';
import type { Format } from '../../contract/vocabulary.ts';
import type { Design } from '../../document/design.ts';
import type { CreateJob } from '../../ports/record.ts';
import type { CopiedLook, Logo, NotCopied } from '../../templates/copied-look.ts';
import { LOGO_FORMATS, WHITE_LOGO_REASON } from '../../templates/page-look.ts';
import { resolveJobFile } from '../accept/resolve-file.ts';
import { copyLook } from '../copy-look.ts';
import type { Run } from '../run.ts';
import type { FoundLook } from './find-template.ts';

/** The template of a format: its look, or why there is none. */
async function templateLook(run: Run<CreateJob>, format: Format): Promise<{ copied?: CopiedLook; reason?: string }> {
  const templates = run.job.defaults?.brand?.templates ?? {};
  // a PDF is set like a Word file; a page has no template
  const fileId = format === 'artifact' ? undefined : templates[format === 'pdf' ? 'docx' : format];
  if (fileId === undefined) return {};
  try {
    const { bytes, filename = 'the template' } = await resolveJobFile(run.deps, run.record, { kind: 'file', fileId }, run.signal);
    return { copied: await copyLook({ bytes, filename }, format, run.workshop, run.signal) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { reason: error.message };
  }
}

/** The logo, or why there is none. A supplied template has its own. */
async function logoOf(
  run: Run<CreateJob>,
  format: Format,
  template: CopiedLook | undefined,
): Promise<{ logo?: Logo; notCopied: NotCopied[] }> {
  const fileId = run.job.defaults?.brand?.logo;
  if (fileId === undefined || template?.template !== undefined) return { notCopied: [] };
  const lost = (reason: string): { notCopied: NotCopied[] } => ({ notCopied: [{ what: 'the logo of the brand', reason }] });
  if (!LOGO_FORMATS.has(format)) return lost(`A new ${format === 'xlsx' ? 'workbook' : 'page'} has no place for one.`);
  try {
    const { bytes } = await resolveJobFile(run.deps, run.record, { kind: 'file', fileId }, run.signal);
    const logo = await run.workshop.pictures.decode(bytes, { signal: run.signal });
    return logo.needsDark === true ? lost(WHITE_LOGO_REASON) : { logo, notCopied: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return lost(error.message);
  }
}

/** Colours and faces of the brand win over those of its template. */
function designOf(template: Design | undefined, palette: Design['palette'], faces: Design['faces']): Design {
  return {
    ...template,
    ...(palette === undefined ? {} : { palette: { ...template?.palette, ...palette } }),
    ...(faces === undefined ? {} : { faces: { ...template?.faces, ...faces } }),
  };
}

/** undefined where the project has no brand. */
export async function brandLook(run: Run<CreateJob>, format: Format): Promise<FoundLook | undefined> {
  const { defaults } = run.job;
  const { brand } = defaults ?? {};
  if (!brand || !defaults) return undefined;
  const { palette, faces } = brand;
  const { copied: template, reason } = await templateLook(run, format);
  const { logo, notCopied: lost } = await logoOf(run, format, template);
  const copied = [
    ...(palette === undefined ? [] : ['the colours of the brand']),
    ...(faces === undefined ? [] : ['the faces of the brand']),
    ...(logo === undefined ? [] : ['the logo of the brand']),
    ...(template?.copied ?? []),
  ];
  const notCopied = [
    ...lost,
    ...(template?.notCopied ?? []),
    ...(reason === undefined ? [] : [{ what: `the template of the brand for ${format}`, reason }]),
  ];
  const source = `brand of the project ${defaults.name}`;
  return {
    index: undefined,
    copied: { ...template, ...(logo === undefined ? {} : { logo }), design: designOf(template?.design, palette, faces), copied, notCopied },
    report: { source, copied, notCopied },
  };
}

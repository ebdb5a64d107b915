/** Pictures that the data of a template names by the id of an uploaded file. */
import type { Data } from './fill-template.ts';

/** `{"file": "file_…", "alt": "…"}`: nothing else is taken for a file. */
function fileIdOf(value: { readonly [key: string]: Data }): string | undefined {
  const { file, alt, ...more } = value;
  if (typeof file !== 'string' || !file.startsWith('file_') || Object.keys(more).length > 0) return undefined;
  return alt === undefined || typeof alt === 'string' ? file : undefined;
}

const isList = (value: Data): value is readonly Data[] => Array.isArray(value);

/** A file, and the JSON pointer inside the data to where its id comes first. */
export interface NamedPicture {
  fileId: string;
  at: string;
}

/** Each file that the data names, once, in the order in which they come; no more than `max` of them. */
export function findNamedPictures(data: Data, max: number): NamedPicture[] {
  const found = new Map<string, string>();
  const walk = (value: Data, at: string): void => {
    if (typeof value !== 'object' || value === null || found.size >= max) return;
    if (isList(value)) return void value.forEach((one, index) => walk(one, `${at}/${index}`));
    const fileId = fileIdOf(value);
    if (fileId === undefined)
      for (const [key, one] of Object.entries(value)) walk(one, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    else if (!found.has(fileId)) found.set(fileId, `${at}/file`);
  };
  walk(data, '');
  return [...found].map(([fileId, at]) => ({ fileId, at }));
}

/** The data with pictures, as base64, in the place of the ids of their files. */
export function placePictures(data: Data, pictures: ReadonlyMap<string, string>): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (isList(data)) return data.map((one) => placePictures(one, pictures));
  const picture = pictures.get(fileIdOf(data) ?? '');
  if (picture !== undefined) return { ...(data['alt'] === undefined ? {} : { alt: data['alt'] }), data: picture };
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, placePictures(one, pictures)]));
}

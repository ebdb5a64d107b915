/** Answers that are files: they need the header of the project, so no link can fetch them. */
import { send } from './client.ts';

const nameIn = (disposition: string): string | null => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? /filename=([^;\s]+)/.exec(disposition)?.[1] ?? null;
};

/** Hands bytes to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Fetches a file and saves it under the name that the service gives it. @throws ApiError */
export async function saveFile(address: string): Promise<void> {
  const answer = await send('GET', address);
  saveBlob(await answer.blob(), nameIn(answer.headers.get('content-disposition') ?? '') ?? 'octavo');
}

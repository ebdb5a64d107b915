/** A request as it is sent elsewhere: by curl, by the SDK, by Python. */
import type { AnswerOf } from '../../api/contract.ts';
import { writeCurl } from '../../api/write-curl.ts';

export type StoredRequest = AnswerOf<'GET', '/documents/{document_id}/request'>;
export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'JSON'] as const;
export type CodeLanguage = (typeof LANGUAGES)[number];

const CALLS: Readonly<Record<string, string>> = { '/documents': 'documents.create', '/edits': 'edits.apply', '/fill': 'fill' };

/** @param base address of the API, with `/v1` */
export function writeCode({ path, body }: Pick<StoredRequest, 'path' | 'body'>, language: CodeLanguage, base: string): string {
  const json = JSON.stringify(body, null, 2);
  if (language === 'JSON') return json;
  if (language === 'curl') return writeCurl({ method: 'POST', url: base + path, body: json });
  if (language === 'Python')
    return `import json, os, urllib.request\n\nbody = json.loads(r'''${json.replaceAll("'''", String.raw`'\''`)}''')\nrequest = urllib.request.Request(\n    "${base}${path}",\n    data=json.dumps(body).encode(),\n    headers={"Authorization": "Bearer " + os.environ["OCTAVO_API_KEY"], "Content-Type": "application/json"},\n)\nwith urllib.request.urlopen(request) as answer:\n    print(json.load(answer))`;
  const call = CALLS[path];
  const made = `import { createOctavo } from 'octavo-sdk';\n\nconst octavo = createOctavo({ baseUrl: '${base}' }); // the key is in OCTAVO_API_KEY\n`;
  if (call !== undefined) return `${made}const document = await octavo.${call}(${json});`;
  const [, , id = ''] = path.split('/');
  return `${made}const document = await octavo.versions.create('${id}', '${String(body['file'])}');`;
}

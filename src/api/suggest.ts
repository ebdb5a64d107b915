/** What a client may have meant by a name or a value that there is not: the same word in other letters, a known other name, a slip. */
import { distance } from '../base/likeness.ts';

/** Other names of formats and of properties, as clients of other services send them. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    word: ['docx'],
    doc: ['docx'],
    powerpoint: ['pptx'],
    ppt: ['pptx'],
    slides: ['pptx'],
    excel: ['xlsx'],
    xls: ['xlsx'],
    html: ['artifact'],
    webpage: ['artifact'],
    high: ['best'],
    premium: ['best'],
    low: ['fast'],
    draft: ['fast'],
    medium: ['standard'],
    normal: ['standard'],
    markdown: ['content.markdown'],
    md: ['markdown', 'content.markdown'],
    text: ['markdown', 'content.markdown'],
    body: ['markdown', 'content.markdown'],
    title: ['name'],
    filename: ['name'],
    instructions: ['prompt'],
    files: ['sources'],
    images: ['sources'],
    attachments: ['sources'],
    template: ['file', 'sources'],
    document: ['file'],
    documentid: ['file'],
    fileid: ['file'],
    url: ['file'],
    outputformat: ['format'],
    filetype: ['format'],
    type: ['op', 'format', 'kind'],
    operation: ['op'],
    startingafter: ['after'],
    endingbefore: ['before'],
    cursor: ['after'],
    page: ['after'],
    offset: ['after'],
    pagesize: ['limit'],
    perpage: ['limit'],
    count: ['limit'],
    newest: ['desc'],
    newestfirst: ['desc'],
    descending: ['desc'],
    oldest: ['asc'],
    oldestfirst: ['asc'],
    ascending: ['asc'],
    done: ['ready'],
    complete: ['ready'],
    completed: ['ready', 'document.ready'],
    succeeded: ['ready'],
    success: ['ready'],
    pending: ['queued'],
    processing: ['running'],
    inprogress: ['running'],
    error: ['failed'],
    documentcompleted: ['document.ready'],
    documentdone: ['document.ready'],
    documentfinished: ['document.ready'],
    documentcreate: ['document.created'],
    update: ['edit'],
    modify: ['edit'],
    generate: ['create'],
    make: ['create'],
    check: ['review'],
    edits: ['operations'],
    changes: ['operations'],
    search: ['find'],
    query: ['find'],
    old: ['find', 'from'],
    older: ['from'],
    original: ['from'],
    newer: ['to'],
    changed: ['to'],
    with: ['replace'],
    new: ['replace', 'to'],
    replacement: ['replace'],
    value: ['text'],
    tex: ['latex'],
    latex: ['tex'],
    formula: ['equation', 'latex', 'tex'],
    bullets: ['list'],
    labels: ['categories'],
    degrees: ['angle'],
    rotation: ['angle'],
    values: ['data', 'record'],
    data: ['record', 'source', 'values'],
    range: ['target', 'source', 'data'],
    address: ['target'],
    cell: ['target'],
    column: ['field'],
    bar: ['data_bar'],
    scale: ['color_scale'],
    aggregation: ['function'],
    summary: ['function'],
    agg: ['function'],
    by: ['function'],
    fields: ['record'],
    variables: ['data'],
    context: ['data'],
    endpoint: ['url'],
    callbackurl: ['url'],
    replace: ['replace_text'],
    findreplace: ['replace_text'],
    findandreplace: ['replace_text'],
    replaceall: ['replace_text'],
    fontsize: ['size_pt'],
    fontname: ['font'],
    fontcolor: ['color'],
    textcolor: ['color'],
    alignment: ['align'],
    backgroundcolor: ['fill', 'highlight'],
    download: ['outputs'],
    downloads: ['outputs'],
    result: ['outputs'],
    never: ['none'],
    '1': ['1d'],
    '7': ['7d'],
    '30': ['30d'],
    '90': ['90d'],
    '1day': ['1d'],
    '7days': ['7d'],
    '30days': ['30d'],
    '90days': ['90d'],
  }),
);

/** What is done elsewhere, or is no field at all. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    below: 'It goes into notice: {"notice": {"below": 500}}.',
    webhook: 'Webhooks are registered with POST /v1/webhook-endpoints.',
    webhookurl: 'Webhooks are registered with POST /v1/webhook-endpoints.',
    callbackurl: 'Webhooks are registered with POST /v1/webhook-endpoints.',
    model: 'The deployment chooses the model; quality says how much is done.',
    temperature: 'The deployment chooses the model; quality says how much is done.',
    maxtokens: 'The deployment chooses the model; quality says how much is done.',
    page: 'Lists go by cursors: after takes the last_id of the page before.',
    offset: 'Lists go by cursors: after takes the last_id of the page before.',
    skip: 'Lists go by cursors: after takes the last_id of the page before.',
    idempotencykey: 'It is the header Idempotency-Key.',
    operations: 'Typed operations go to POST /v1/edits.',
  }),
);

const WORD_CHARS_MAX = 40;
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** One of `known` that may have been meant by `said`; undefined where none is near. */
export function suggest(said: string, known: readonly string[]): string | undefined {
  if (said.length > WORD_CHARS_MAX) return undefined;
  const word = plain(said);
  const same = known.find((one) => plain(one) === word);
  if (same !== undefined) return same;
  const alias = ALIASES.get(word)?.find((one) => known.includes(one) || known.includes(one.split('.', 1)[0] ?? ''));
  if (alias !== undefined) return alias;
  const far = word.length > 4 ? 2 : 1;
  const near = known.map((one) => ({ one, apart: distance(word, plain(one)) })).toSorted((a, b) => a.apart - b.apart)[0];
  return near !== undefined && word.length > 2 && near.apart <= far ? near.one : undefined;
}

/** A question to put behind a sentence, or nothing. @param said media types and lists of one are read too */
export function didYouMean(said: unknown, known: readonly string[]): string {
  const one: unknown = Array.isArray(said) && said.length === 1 ? said[0] : said;
  const text = typeof one === 'number' ? String(one) : one;
  // where a word that is known is refused, it is no mistake in typing
  if (typeof said === 'string' && known.includes(said)) return '';
  const meant = typeof text === 'string' ? (suggest(text, known) ?? suggest(text.split('/').at(-1) ?? '', known)) : undefined;
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** The same of a property that there is not, and where its work is done. */
export function whatIsMeant(name: string, known: readonly string[]): string {
  const place = name.length > WORD_CHARS_MAX ? undefined : ELSEWHERE.get(plain(name));
  return place === undefined || known.length === 0 ? didYouMean(name, known) : ` ${place}`;
}

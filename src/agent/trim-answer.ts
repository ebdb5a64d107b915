/** What some models put around a document: a sentence before it, a fence around it. Taken off while the text streams. */

export interface Trimmer {
  push(text: string): string;
  end(): string;
}

const PREAMBLE =
  /^(?:sure|certainly|of course|here (?:is|are)|here['’]s|below is|claro|por supuesto|aqu[ií] (?:tienes|est[aá]|va)|a continuaci[oó]n)\b[^\n]*:\s*$/i;
const FENCE = /^(`{3,})(?:markdown|md)?\s*$/i;
/** First letters that may begin one of these: only such a text is held back until its line is complete. */
const SUSPICIOUS = /^\s*(?:`|sure|certainly|of course|here|below|claro|por supuesto|aqu[ií]|a continuaci)/i;
const LONGEST = 'por supuesto'.length;
const LINE_CHARS_MAX = 300;

/** @param atStart whether the text begins a document; a continuation is passed on as it is */
export function createTrimmer(atStart: boolean): Trimmer {
  let held = '';
  let fence = '';
  let deciding = atStart;
  /** Trailing text that may be the closing fence. */
  const withoutClosing = (text: string): string => {
    if (fence === '') return text;
    held += text;
    const at = held.search(/\n\s*`*\s*$/);
    const sure = at < 0 ? held : held.slice(0, at);
    held = held.slice(sure.length);
    return sure;
  };
  const decide = (last: boolean): string => {
    for (;;) {
      const text = held.trimStart();
      if (!last && text.length < LONGEST && !text.includes('\n') && (text === '' || couldBeSuspicious(text))) return '';
      if (!SUSPICIOUS.test(text)) break;
      const end = text.indexOf('\n');
      if (end < 0 && !last && text.length < LINE_CHARS_MAX) return '';
      const line = end < 0 ? text : text.slice(0, end);
      const opened = FENCE.exec(line)?.[1];
      if (opened === undefined && !PREAMBLE.test(line)) break;
      if (opened !== undefined && fence !== '') break;
      if (opened !== undefined) fence = opened;
      held = end < 0 ? '' : text.slice(end + 1);
      if (held === '' && !last) return '';
    }
    deciding = false;
    const text = held.trimStart();
    held = '';
    return withoutClosing(text);
  };
  return {
    push(text) {
      if (!deciding) return withoutClosing(text);
      held += text;
      return decide(false);
    },
    end() {
      const early = deciding ? decide(true) : '';
      const rest = held.replace(/\n?\s*`{3,}\s*$/, '');
      held = '';
      return early + rest;
    },
  };
}

const BEGINNINGS = ['`', 'sure', 'certainly', 'of course', 'here', 'below', 'claro', 'por supuesto', 'aquí', 'aqui', 'a continuaci'];
function couldBeSuspicious(text: string): boolean {
  const small = text.toLowerCase();
  return BEGINNINGS.some((beginning) => beginning.startsWith(small) || small.startsWith(beginning));
}

/** A block of code that a model opened and never closed would swallow the rest of the document: it is closed where the text goes on. */
import type { Noted } from '../base/note.ts';

const OPENING = /^( {0,3})(`{3,}|~{3,})\s*([\w+#-]*)[^`]*$/;
/** What hardly is in code, behind an empty line. */
const STRUCTURE = /^(?:#{1,6} \S|:{2,}[a-z]|\|.*\|\s*$|\[\^[\w-]+\]: )/;
/** Languages whose comments begin as headings do. */
const HASH_COMMENTS =
  /^(?:py|python|sh|bash|zsh|shell|console|ya?ml|toml|ini|r|rb|ruby|perl|make|makefile|docker|dockerfile|conf|nginx|elixir|julia|powershell|ps1|md|markdown)$/i;

/** The line of the opening fence that no later line closes. */
function findOpen(lines: readonly string[]): { line: number; fence: string; language: string } | undefined {
  let open: { line: number; fence: string; language: string } | undefined;
  for (const [line, text] of lines.entries()) {
    if (open) {
      const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(text)?.[1];
      if (closing !== undefined && closing.startsWith(open.fence)) open = undefined;
      continue;
    }
    const [, , fence, language = ''] = OPENING.exec(text) ?? [];
    if (fence !== undefined) open = { line, fence, language };
  }
  return open;
}

/** The Markdown with an open block of code closed; unchanged where none is open, or where nothing behind it looks like text. */
export function repairFences(markdown: string): Noted<string> {
  const lines = markdown.split('\n');
  const open = findOpen(lines);
  if (!open) return { value: markdown, notes: [] };
  const sure = HASH_COMMENTS.test(open.language) ? /^(?:#{2,6} \S|:{2,}[a-z])/ : STRUCTURE;
  const end = lines.findIndex((text, line) => line > open.line + 1 && sure.test(text) && lines[line - 1]?.trim() === '');
  const notes: Noted<string>['notes'] = [
    { code: 'code_unclosed', severity: 'info', message: 'A block of code was not closed; it was ended where the text seems to go on.' },
  ];
  // without a sign of text behind it, all of it is code
  if (end < 0) return { value: markdown, notes: lines.slice(open.line + 1).some((text) => text.trim() !== '') ? [] : notes };
  return { value: [...lines.slice(0, end - 1), open.fence, '', ...lines.slice(end)].join('\n'), notes };
}

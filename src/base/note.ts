/**
 * What a reader or a writer could not carry as it was, said beside its value: never silence, never an exception for an
 * odd document. Notes become findings of the report (`code`, `severity`, `message`).
 */
export interface Note {
  /** snake_case, stable, e.g. `image_missing`, `directive_unknown`, `html_dropped`. */
  code: string;
  severity: 'warning' | 'info';
  /** One English sentence that a person understands. */
  message: string;
  /** 1-based line of the source text, where there is one. */
  line?: number;
  /** Block that it concerns, where there is one. */
  blockId?: string;
}

export interface Noted<T> {
  value: T;
  notes: Note[];
}

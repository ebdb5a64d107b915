/** Whoever holds a finished document against what was asked for, before it is delivered. */
import type { Checked, FinishedDocument } from '../../agent/check-requirements.ts';
import type { Finding } from '../../base/finding.ts';

/** What an inspector has found on a finished document. */
export interface Inspected {
  findings: Finding[];
  /** How many requirements are not met. */
  missed: number;
}

export interface Inspector {
  /** Conditions that a rule finds missed; asks no model. */
  glance(document: FinishedDocument): Checked[];
  inspect(document: FinishedDocument): Promise<Inspected>;
  /** The content once more, without what was missed; null where it stays as it is. Called once, after `inspect`. */
  revise(): Promise<string | null>;
  /** Which of the inspected documents is delivered. @param notes to the user, beside those that came with the text */
  settle(choice: Inspected, notes?: readonly string[]): void;
}

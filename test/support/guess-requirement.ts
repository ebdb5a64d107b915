import type { RequirementGuess } from '../../src/agent/requirements.ts';

/** A requirement as a model answers it, with what is not said left open. */
export const guessRequirement = (said: Partial<RequirementGuess>): RequirementGuess => ({
  kind: 'other',
  words: 'as asked',
  names: [],
  unit: null,
  min: null,
  max: null,
  about: null,
  ...said,
});

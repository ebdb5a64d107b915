/** Strings of the contract: counted in code points, nothing trimmed, white space alone invalid (decisions §8). */
import { z } from 'zod';
import { countCodePoints, isBlank } from '../base/text-length.ts';

/** A string of `min` to `max` characters. */
export function textField(bounds: { min: number; max: number }, description?: string) {
  return z
    .string()
    .superRefine((text, context) => {
      const message = describeText(text, bounds);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .meta({ minLength: bounds.min, maxLength: bounds.max, ...(description === undefined ? {} : { description }) });
}

/** What is wrong with the text, one sentence; null if nothing. */
export function describeText(text: string, bounds: { min: number; max: number }): string | null {
  if (isBlank(text)) return 'This must hold more than white space.';
  // Each code point takes at most two units: far longer strings need no counting.
  const length = text.length > bounds.max * 2 ? text.length : countCodePoints(text);
  if (length >= bounds.min && length <= bounds.max) return null;
  const range = bounds.min === 0 ? `${bounds.max} at most` : `${bounds.min} to ${bounds.max}`;
  return `This must have ${range} characters; it has ${length > bounds.max && text.length > bounds.max * 2 ? 'many more' : length}.`;
}

/** Light or dark: as the system has it, unless the user has chosen. */
import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const NAME = 'octavo.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const currentTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? 'system';

/** Sets the class that the colours follow; before anything is drawn, and whenever one of the two changes. */
export function applyTheme(): void {
  const theme = currentTheme();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches));
}

/** What the user has chosen. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme);
  applyTheme();
  for (const tell of listeners) tell();
}

system.addEventListener('change', applyTheme);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);

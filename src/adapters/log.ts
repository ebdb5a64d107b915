/** How adapters tell what happens to them: restarts, lost connections. Never content, never keys. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, cause?: unknown) => void;

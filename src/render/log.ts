/** How renderers tell what happens to them: a worker replaced, a font missing. Never content. */
export type RenderLog = (level: 'info' | 'warn' | 'error', message: string, cause?: unknown) => void;

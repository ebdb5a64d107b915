/** Fields of edit operations that take a file: a picture, a video, pages, an attachment. */
export const BROUGHT_FIELDS = ['image', 'file', 'media', 'poster'] as const;

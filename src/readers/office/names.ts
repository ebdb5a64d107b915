/** Namespaces that the readers of Office files meet (transitional names; strict ones are given as these). */
export const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
export const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const M = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
export const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
export const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
export const DGM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
export const OFFICE_RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** A piece of PDFium's memory for what its functions write. */
import type { Parts } from './pdfium.ts';

export interface Reserved {
  address: number;
  view: () => DataView;
  free: () => void;
}

export function reserve({ library }: Parts, bytes: number): Reserved {
  const address = library.wasmExports.malloc(bytes);
  if (address === 0) throw new Error('it takes too much memory');
  let view = new DataView(library.HEAPU8.buffer, address, bytes);
  return {
    address,
    // the module's memory may grow, and then moves
    view: () => {
      if (view.buffer !== library.HEAPU8.buffer) view = new DataView(library.HEAPU8.buffer, address, bytes);
      return view;
    },
    free: () => library.wasmExports.free(address),
  };
}

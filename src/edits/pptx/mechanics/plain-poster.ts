/** The picture that stands for a video or sound that comes without one: a dark ground with a triangle that says play. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Grey with one byte a pixel (ISO/IEC 15948 §11.2.2). */
const HEADER_REST = Buffer.of(8, 0, 0, 0, 0);
const GROUND = 0x2b;
const LIGHT = 0xf5;
/** Of the shorter side. */
const TRIANGLE = 0.36;
/** Samples of a pixel along each side, so that slanted edges are smooth. */
const SAMPLES = 3;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** @returns a PNG file of this many pixels */
export function drawPoster(width: number, height: number): Buffer {
  const side = Math.min(width, height) * TRIANGLE;
  const left = width / 2 - side / 3;
  const isInside = (x: number, y: number): boolean => x >= left && x - left <= side - 2 * Math.abs(y - height / 2);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let hits = 0;
      for (let i = 0; i < SAMPLES * SAMPLES; i++)
        if (isInside(x + ((i % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES)) hits++;
      rows[y * (width + 1) + 1 + x] = Math.round(GROUND + ((LIGHT - GROUND) * hits) / (SAMPLES * SAMPLES));
    }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, HEADER_REST])),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

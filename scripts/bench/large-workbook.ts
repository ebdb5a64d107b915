/** A workbook of 50,000 rows and ten columns, written by us and by the programs that are found in a folder of peers, each in processes of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, round, type Row } from './measure.ts';

const SCRIPT = fileURLToPath(new URL('./write-large.ts', import.meta.url));
const PEERS = ['exceljs', 'hucre', 'sheetjs'];
const runNode = promisify(execFile);

interface Written {
  ms: number;
  mb: number;
}

/** null where the program is not there. */
async function writeOnce(program: string, folder: string): Promise<Written | null> {
  try {
    const { stdout } = await runNode(process.execPath, [SCRIPT, program, folder], { timeout: 120_000 });
    return JSON.parse(stdout) as Written;
  } catch (error) {
    if (program === 'octavo') throw error;
    return null;
  }
}

/**
 * In turns, so that what else the machine does meets all of them. The ratio of a peer is its time to ours.
 * @param folder where `npm install exceljs hucre xlsx` was run; '' measures ours alone
 */
export async function measureLargeWorkbook(folder: string, runs: number): Promise<Row[]> {
  const found = new Map<string, Written[]>();
  for (let run = 0; run < runs; run++) {
    for (const program of ['octavo', ...(folder === '' ? [] : PEERS)]) {
      const written = await writeOnce(program, folder);
      if (written) found.set(program, [...(found.get(program) ?? []), written]);
    }
  }
  const ours = median((found.get('octavo') ?? []).map(({ ms }) => ms));
  return [...found].map(([program, list]) => {
    const ms = median(list.map((one) => one.ms));
    return {
      name: `workbook 50,000 × 10 by ${program} (${Math.max(...list.map(({ mb }) => mb))} MB)`,
      median_ms: round(ms),
      floor_ms: program === 'octavo' ? null : round(ours),
      ratio: program === 'octavo' ? null : Math.round((ms / ours) * 100) / 100,
      runs: list.length,
    };
  });
}

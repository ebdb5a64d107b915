/** A reporter of node's test runner: the files in which a test failed, one a line. */
import { relative } from 'node:path';

interface TestEvent {
  type: string;
  data: { file?: string };
}

export default async function* listFailedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined || told.has(data.file)) continue;
    told.add(data.file);
    yield `${relative(process.cwd(), data.file)}\n`;
  }
}

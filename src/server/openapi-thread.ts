/** A thread that writes the description of the interface: a tenth of a second of work and more, which would hold up everybody else. */
import { parentPort, workerData } from 'node:worker_threads';
import { writeOpenApi } from '../api/openapi.ts';

parentPort?.postMessage(JSON.stringify(writeOpenApi(workerData)));

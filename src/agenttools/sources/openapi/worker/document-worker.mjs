import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { serveDocument } from './serve-document.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const taken = () => once(port, 'message');
await serveDocument(workerData, (message) => port.postMessage(message), taken);

import { parentPort, workerData } from 'node:worker_threads';
import { serveDocument } from './serve-document.js';

if (parentPort) await serveDocument(workerData, (message) => parentPort?.postMessage(message));

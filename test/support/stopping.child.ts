import { setImmediate as later } from 'node:timers/promises';
import { createLogger } from '../../src/foundation/logger.js';
import { stopOnSignal } from '../../src/foundation/program.js';

// A program that says much while it closes, and what counts over its channel.

const logger = createLogger('info');
setInterval(() => {}, 60_000);
stopOnSignal(async () => {
  for (let line = 0; line < 5; line += 1) {
    process.stdout.write('closing\n');
    logger.info('closing');
    await later();
  }
  await new Promise((sent) => process.send?.('closed', undefined, undefined, sent));
}, logger);
process.send?.('open');

import 'reflect-metadata';
import { createLogger } from '../../src/foundation/logger.js';
import { sayFailure, stopOnSignal } from '../../src/foundation/program.js';
import { secretsIn } from '../../src/foundation/secrets.js';
import { readErpSettings } from './erp-settings.js';
import { startErp } from './start-erp.js';

// `npm run erp`: the sample ERP as a program of its own (README.md).

try {
  const settings = readErpSettings(process.env);
  const logger = createLogger(settings.logLevel, undefined, secretsIn(process.env));
  const erp = await startErp(settings, logger);
  stopOnSignal(() => erp.close(), logger);
  console.log(`The sample ERP listens at ${erp.url} (Ctrl-C stops it).`);
  console.log(`To let Sextant use it: PLATFORM_URL=${erp.url} npm start`);
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exit(1);
}

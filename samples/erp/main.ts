import 'reflect-metadata';
import { createLogger, type Logger } from '../../src/foundation/logger.js';
import { sayFailure, stopOnSignal } from '../../src/foundation/program.js';
import { secretsIn } from '../../src/foundation/secrets.js';
import { readErpSettings, type ErpSettings, ErpModule } from './erp.module.js';
import { createApp } from '../../src/http/create-app.js';
import { openDatabase } from '../../src/store/open-database.js';
import { prepareErp } from './seed.js';

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

async function startErp(settings: ErpSettings, logger: Logger) {
  const db = await openDatabase(settings);
  try {
    await prepareErp(db);
    const app = await createApp(ErpModule.register(db), logger);
    const close = async () => {
      await app.close();
      await db.close();
    };
    await app.listen(settings.port, settings.host);
    return { url: await app.getUrl(), close };
  } catch (error) {
    await db.close();
    throw error;
  }
}

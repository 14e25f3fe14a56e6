import type { Logger } from '../../src/foundation/logger.js';
import { createApp } from '../../src/http/create-app.js';
import { openDatabase } from '../../src/store/open-database.js';
import { ErpModule } from './erp.module.js';
import type { ErpSettings } from './erp-settings.js';
import { prepareErp } from './seed.js';

/** A running ERP. */
export interface RunningErp {
  /** Where it listens, e.g. `http://127.0.0.1:3001`. */
  url: string;
  /** Stops listening and closes the database. */
  close(): Promise<void>;
}

/** Opens and seeds the database, then listens. Rejects with an `AppError`; nothing is left open then. */
export async function startErp(settings: ErpSettings, logger: Logger): Promise<RunningErp> {
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

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { silentLogger } from '../../src/foundation/logger.js';
import { createApp } from '../../src/http/create-app.js';
import { ErpModule } from '../../samples/erp/erp.module.js';
import { defined } from '../../src/foundation/defined.js';
import type { Database } from '../../src/store/database.js';
import { openTestDatabase } from './database.js';

/** The methods the platform answers. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What {@link openPlatformApp} answers. */
export type PlatformApp = Awaited<ReturnType<typeof openPlatformApp>>;

/** The platform over its real database, called without a socket. */
export async function openPlatformApp() {
  const db = await openTestDatabase('platform');
  const app = await createApp(ErpModule.register(db), silentLogger);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    db,
    call: async (method: Method, url: string, body?: unknown, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const payload = body as object | undefined;
      const answer = await app.inject({ method, url, headers, ...defined({ payload }) });
      return { status: answer.statusCode, body: JSON.parse(answer.body || 'null') ?? undefined };
    },
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}

/** An application on a free port. */
export async function listening(app: NestFastifyApplication) {
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { url, close: () => app.close() };
}

/** The same platform over a database that is there, on a free port. */
export async function serveErp(db: Database) {
  return listening(await createApp(ErpModule.register(db), silentLogger));
}

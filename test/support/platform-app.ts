import { silentLogger } from '../../src/foundation/logger.js';
import { createApp } from '../../src/http/create-app.js';
import { ErpModule } from '../../samples/erp/erp.module.js';
import { defined } from '../../src/foundation/defined.js';
import type { Database } from '../../src/store/database.js';
import { openTestDatabase } from './database.js';

/** An answer of the platform: status and parsed body (`undefined` when there is none). */
export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was answered
  body: any;
}

/** The embedded platform over its real database, called without a socket. */
export interface PlatformApp {
  db: Database;
  call(method: Method, path: string, body?: unknown, token?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** The methods the platform answers. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Starts the platform for one test file. */
export async function openPlatformApp(): Promise<PlatformApp> {
  const db = await openTestDatabase('platform');
  const app = await createApp(ErpModule.register(db), silentLogger);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    db,
    call: async (method, path, body, token) => {
      const answer = await app.inject({
        method,
        url: path,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...defined({ payload: body === undefined ? undefined : (body as object) }),
      });
      const text = answer.body;
      return { status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text) };
    },
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}

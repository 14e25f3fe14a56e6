import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliContext } from '../../src/app/cli/cli-context.js';
import { runCli } from '../../src/app/cli/run-cli.js';
import { readInThisThread } from './openapi/source-worker.js';
import { useFolders } from './embedded-template.js';

const ok = { responses: { 200: { description: 'ok' } } };

/** The document of a shop with these paths beside its own. */
export function shopDocument(summary = 'List orders', more: object = {}): object {
  const paths = {
    '/orders': {
      get: { operationId: 'listOrders', summary, ...ok },
      post: { operationId: 'createOrder', summary: 'Create an order', ...ok },
    },
    '/customers': { get: { operationId: 'listCustomers', summary: 'List customers', ...ok } },
    ...more,
  };
  return { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths };
}

/** The program `sextant`, in a new folder for each test. */
export function useCli() {
  const folder = useFolders();
  return {
    folder,
    /** Writes a file of the folder: a text as it is, all else as JSON. */
    write: (name: string, value: unknown) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      writeFileSync(join(folder.path, name), text);
    },
    read: (name: string) => readFileSync(join(folder.path, name), 'utf8'),
    /** Runs a command; answers its exit code and the lines that it said. */
    run: async (args: readonly string[], more: Partial<CliContext> = {}) => {
      const said: string[] = [];
      const say = (text: string) => void said.push(text);
      const context = { folder: folder.path, env: {}, say, startWorker: readInThisThread };
      const code = await runCli(args, { ...context, ...more });
      return { code, said: said.join('\n') };
    },
  };
}

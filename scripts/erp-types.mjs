// `npm run erp:types`: generates the TypeScript types of the sample ERP from its OpenAPI document.
import './lib/node-version.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  const { erpTypes, TYPES } = await import('./lib/erp-types.mjs');
  await mkdir(dirname(join(root, TYPES)), { recursive: true });
  await writeFile(join(root, TYPES), await erpTypes(root));
  return 0;
});

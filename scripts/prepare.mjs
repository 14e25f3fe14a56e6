// npm runs it after `npm install` and `npm ci`: generates what git does not track.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/command.mjs';
import { ensureErpTypes } from './lib/erp-types.mjs';

// Without the packages for development (`--omit=dev`) nothing is compiled either.
if (existsSync(join(root, 'node_modules/json-schema-to-typescript'))) await ensureErpTypes(root);

// `npm run client:types`: generates the types of packages/client from the document of a server that is started for it.
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScriptedModel } from '../test/support/scripted-model.js';
import { startTestServer } from '../test/support/server.js';
import { CLIENT_TYPES, clientTypes } from './lib/schema-types.mjs';
import { root } from './lib/command.mjs';

const server = await startTestServer({ llm: new ScriptedModel([]) });
const document: unknown = await (await fetch(`${server.url}/openapi.json`)).json();
await server.close();
await writeFile(join(root, CLIENT_TYPES), await clientTypes(root, document as object));

// `node --import <this> file.ts` runs TypeScript in a process of its own.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);

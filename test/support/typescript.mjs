// `node --import <this> file.ts` runs TypeScript in a process of its own. What it imports may also hold functions for
// tests: those of Jest are named there, and not called.
import { register } from 'node:module';

register('../../scripts/lib/jest-hooks.mjs', import.meta.url);

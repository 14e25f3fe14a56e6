import { agents } from './german-agents.js';
import { problems } from './german-problems.js';

/** Every text of the page in German, by the English one: the core's and each plugin's. */
const parts = import.meta.glob<Readonly<Record<string, string>>>(
  ['./de/*.ts', '../plugins/*/de.ts'],
  { eager: true, import: 'default' },
);

export const texts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(parts).flatMap((part) => Object.entries(part)),
);
export { agents, problems };

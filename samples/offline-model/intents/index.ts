import type { Intent } from '../world.js';
import { declined } from './declined.js';
import { partQuestions } from './parts.js';
import { ruleChanges, ruleQuestions } from './rules.js';
import { tableChanges, tableQuestions } from './tables.js';

/** Everything the model understands, changes first: of equal scores the first one wins. */
export const intents: readonly Intent[] = [
  ...ruleChanges,
  ...tableChanges,
  ...ruleQuestions,
  ...tableQuestions,
  ...partQuestions,
  ...declined,
];

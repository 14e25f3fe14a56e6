import type { PagePlugin } from '../registry/plugin.js';
import { documents } from './documents/index.js';
import { knowledge } from './knowledge/index.js';
import { law } from './law/index.js';
import { research } from './research/index.js';
import { tables } from './tables/index.js';
import { workflow } from './workflow/index.js';

/** The domains that this page shows. */
export const plugins = (): readonly PagePlugin[] => [
  workflow(),
  tables(),
  knowledge,
  documents(),
  law(),
  research(),
];

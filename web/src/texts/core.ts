import type apiPage from './de/api-page.js';
import type changes from './de/changes.js';
import type chat from './de/chat.js';
import type library from './de/library.js';
import type model from './de/model.js';
import type shell from './de/shell.js';
import type sources from './de/sources.js';
import type tools from './de/tools.js';
import type ui from './de/ui.js';
import { textsOf } from './texts.js';

/** The texts of the core of the page; a plugin has its own beside them. */
export type CoreTexts = typeof apiPage &
  typeof changes &
  typeof chat &
  typeof library &
  typeof model &
  typeof shell &
  typeof sources &
  typeof tools &
  typeof ui;

export const { t, rich } = textsOf<CoreTexts>();

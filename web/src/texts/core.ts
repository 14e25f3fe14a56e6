import type chat from './de/chat.js';
import type shell from './de/shell.js';
import type ui from './de/ui.js';
import { textsOf } from './texts.js';

/** The texts of the core of the page; a plugin has its own beside them. */
export type CoreTexts = typeof chat & typeof shell & typeof ui;

export const { t, rich } = textsOf<CoreTexts>();

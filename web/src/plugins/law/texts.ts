import { type CoreTexts, textsOf } from '../../texts/texts.js';
import type german from './de.js';

/** The texts of this plugin, and those of the core. */
export const { t, rich } = textsOf<CoreTexts & typeof german>();

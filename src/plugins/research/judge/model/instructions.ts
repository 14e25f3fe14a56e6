import type { ResearchLanguage } from '../../state.js';
import { german } from './instructions-de.js';
import { english } from './instructions-en.js';
import type { Instructions } from './places.js';

/** The instructions of each language. */
export const instructions: Readonly<Record<ResearchLanguage, Instructions>> = {
  de: german,
  en: english,
};

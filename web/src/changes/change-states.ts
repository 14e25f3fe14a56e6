import type { Decision } from './change.js';
import { t } from '../texts/core.js';

/** How each state of a change is shown, and the sentence that says what it means. */
export const CHANGE_STATES = (): Readonly<
  Record<Decision['state'], { label: string; tone: string; sentence: string }>
> => ({
  loading: { label: t('Loading'), tone: '', sentence: '' },
  waiting: {
    label: t('Waiting for you'),
    tone: 'info',
    sentence: t('Nothing is saved until you accept it.'),
  },
  applying: { label: t('Saving'), tone: 'info', sentence: t('It is being saved.') },
  accepted: { label: t('Accepted'), tone: 'good', sentence: t('It was saved.') },
  rejected: { label: t('Rejected'), tone: '', sentence: t('Nothing was saved.') },
  expired: {
    label: t('Expired'),
    tone: 'warn',
    sentence: t('This preview has expired. Nothing was saved.'),
  },
  failed: {
    label: t('Refused'),
    tone: 'bad',
    sentence: t('The backend refused it. Nothing was saved.'),
  },
  stale: {
    label: t('Out of date'),
    tone: 'warn',
    sentence: t('What it would change has been changed since. Nothing was saved.'),
  },
  superseded: {
    label: t('Replaced'),
    tone: '',
    sentence: t('A newer preview replaced this one. Nothing of this one was saved.'),
  },
  unknown: {
    label: t('Outcome unknown'),
    tone: 'bad',
    sentence: t(
      'The change was sent, but no answer came back. Check whether it was saved before you ask for it again.',
    ),
  },
});

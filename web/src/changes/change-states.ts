import type { Decision } from './change.js';

/** How each state of a change is shown, and the sentence that says what it means. */
export const CHANGE_STATES: Readonly<
  Record<Decision['state'], { label: string; tone: string; sentence: string }>
> = {
  loading: { label: 'Loading', tone: '', sentence: '' },
  waiting: {
    label: 'Waiting for you',
    tone: 'info',
    sentence: 'Nothing is saved until you accept it.',
  },
  applying: { label: 'Saving', tone: 'info', sentence: 'It is being saved.' },
  accepted: { label: 'Accepted', tone: 'good', sentence: 'It was saved.' },
  rejected: { label: 'Rejected', tone: '', sentence: 'Nothing was saved.' },
  expired: {
    label: 'Expired',
    tone: 'warn',
    sentence: 'This preview has expired. Nothing was saved. Ask for the change again in the chat.',
  },
  failed: { label: 'Refused', tone: 'bad', sentence: 'The backend refused it. Nothing was saved.' },
  stale: {
    label: 'Out of date',
    tone: 'warn',
    sentence:
      'What it would change has been changed since. Nothing was saved. Ask for the change again in the chat.',
  },
  superseded: {
    label: 'Replaced',
    tone: '',
    sentence: 'A newer preview replaced this one. Nothing of this one was saved.',
  },
  unknown: {
    label: 'Outcome unknown',
    tone: 'bad',
    sentence:
      'The change was sent, but no answer came back. Check whether it was saved before you ask for it again.',
  },
};

import type { Decision } from './props.js';

/** How each state of a preview is shown, and the sentence that says what it means. */
export const PREVIEW_STATES: Readonly<
  Record<Decision['state'], { label: string; tone: string; sentence: string }>
> = {
  loading: { label: 'Loading', tone: '', sentence: '' },
  waiting: {
    label: 'Waiting for you',
    tone: 'info',
    sentence: 'Nothing is saved until you accept it.',
  },
  applying: { label: 'Being saved', tone: 'info', sentence: 'It is being saved at this moment.' },
  accepted: { label: 'Accepted', tone: 'good', sentence: 'It is saved.' },
  rejected: { label: 'Rejected', tone: '', sentence: 'Nothing was saved.' },
  expired: {
    label: 'Expired',
    tone: 'warn',
    sentence: 'Its time is over; nothing was saved. Ask for the change again in the chat.',
  },
  failed: { label: 'Refused', tone: 'bad', sentence: 'The backend refused it; nothing was saved.' },
  stale: {
    label: 'Out of date',
    tone: 'warn',
    sentence:
      'What it changes has changed meanwhile; nothing was saved. Ask for the change again in the chat.',
  },
  unknown: {
    label: 'Outcome unknown',
    tone: 'bad',
    sentence: 'It was sent, and whether it was saved cannot be told. Look before you ask again.',
  },
};

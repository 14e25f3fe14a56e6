import { FilePen, type LucideIcon } from 'lucide-react';
import { t } from '../texts/texts.js';
import { changeViewOf } from '../registry/registry.js';
import { title } from '../ui/format.js';
import { isObject, valueAt } from '../../../src/foundation/json.js';
import type { Decision } from './change.js';

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

/** What titles are made of; a stored preview and an event both have it. */
interface Titled {
  kind: string;
  title?: unknown;
  is_update?: boolean;
}

/** What a change is of, in a few words: `New rule`, `Change to a table`, or the title it brings. */
export function changeTitle({ kind, title: given, is_update: isUpdate }: Titled): string {
  const noun = changeViewOf(kind)?.noun;
  if (noun !== undefined)
    return isUpdate ? t('Change to a {noun}', { noun }) : t('New {noun}', { noun });
  return typeof given === 'string' && given !== '' ? given : kindTitle(kind);
}

/** The icon of a kind of change. */
export function changeIcon(kind: string): LucideIcon {
  return changeViewOf(kind)?.Icon ?? FilePen;
}

/** A kind's name as words: `http_request` is `Http request`. */
function kindTitle(kind: string): string {
  return title(kind) || t('Change##a noun');
}

/** True of a backend's answer that it wants to know who calls. */
export function isUnsigned(result: unknown): boolean {
  const details = valueAt(result, '/error/details');
  return (
    Array.isArray(details) &&
    details.some((one) => isObject(one) && one['path'] === 'authorization')
  );
}

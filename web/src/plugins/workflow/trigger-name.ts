import { spaced } from '../../ui/value-words.js';
import { t } from './texts.js';

const TRIGGERS = (): Readonly<Record<string, string>> => ({
  on_create: t('when created'),
  on_update: t('when changed'),
  on_delete: t('when deleted'),
  manual: t('started by hand'),
  scheduled: t('on a schedule'),
});

/** When a rule fires, in short. */
export function triggerName(trigger: string): string {
  return TRIGGERS()[trigger] ?? spaced(trigger);
}

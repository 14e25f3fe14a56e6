import { spaced } from '../../ui/value-words.js';

const TRIGGERS: Readonly<Record<string, string>> = {
  on_create: 'when created',
  on_update: 'when changed',
  on_delete: 'when deleted',
  manual: 'started by hand',
  scheduled: 'on a schedule',
};

/** When a rule fires, in short. */
export function triggerName(trigger: string): string {
  return TRIGGERS[trigger] ?? spaced(trigger);
}

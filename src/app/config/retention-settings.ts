import type { SettingsReader } from '../../foundation/settings-reader.js';

/** How many days things are kept; 0: for ever. */
export interface RetentionSettings {
  runEventsDays: number;
  /** A conversation with its messages and runs, since it was last written to. */
  conversationsDays: number;
  /** A preview, since it was decided or expired. */
  previewsDays: number;
  auditDays: number;
}

const CENTURY = 36_500;

/** Reads how long things are kept. */
export function readRetentionSettings(read: SettingsReader): RetentionSettings {
  const days = (name: string, usual: number) => read.number(name, usual, 0, CENTURY);
  return {
    runEventsDays: days('KEEP_RUN_EVENTS_DAYS', 7),
    conversationsDays: days('KEEP_CONVERSATIONS_DAYS', 0),
    previewsDays: days('KEEP_PREVIEWS_DAYS', 0),
    auditDays: days('KEEP_AUDIT_DAYS', 0),
  };
}

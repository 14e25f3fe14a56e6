import { FilePen, type LucideIcon } from 'lucide-react';
import { changeViewOf } from '../registry/registry.js';
import { title } from '../ui/value-words.js';
import { t } from '../texts/core.js';

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
export function kindTitle(kind: string): string {
  return title(kind) || t('Change##a noun');
}

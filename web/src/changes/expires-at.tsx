import { rich } from '../texts/core.js';
import { formatLocale } from '../texts/texts.js';

/** Until when a preview can be decided. */
export function ExpiresAt({ at }: { at: string }) {
  const words = new Date(at).toLocaleString(formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <span className="quiet small">
      {rich('until {words}', { words: <time dateTime={at}>{words}</time> })}
    </span>
  );
}

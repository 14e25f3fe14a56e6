import type { InvisibleCharacters } from '../../../src/foundation/invisible.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/core.js';

/** What a payload holds that nobody sees: where, and which characters. */
export function HiddenCharacters({ found }: { found: readonly InvisibleCharacters[] | undefined }) {
  if (found === undefined || found.length === 0) return null;
  return (
    <Notice tone="warn">
      <div>
        <p>
          {t(
            'This contains invisible characters. They can hide words or change the order of text. Look closely before you accept it.',
          )}
        </p>
        <ul>
          {found.map(({ path, codepoints }) => (
            <li key={path}>
              <code>{path}</code>: {codepoints.join(', ')}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

import type { InvisibleCharacters } from '../../../src/foundation/invisible.js';
import { count } from '../ui/format.js';
import { Notice } from '../ui/notice.js';

/** Says where a proposed body holds characters that nobody sees, and which. */
export function InvisibleWarning({ found }: { found: readonly InvisibleCharacters[] | undefined }) {
  if (found === undefined || found.length === 0) return null;
  return (
    <Notice tone="warn">
      <div>
        <p>
          <strong>It holds characters that cannot be seen.</strong> They can hide words or turn text
          around. Look at {count(found.length, 'place')} before you accept:
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

import { isObject } from '../../../src/foundation/json.js';
import { t } from '../texts/core.js';
import { OutsideLink } from '../ui/outside-link.js';
import { title } from '../ui/value-words.js';

/** The way to the backend's own page of what was made or is changed, as an event, a stored preview or a list tells it. */
export function PageLink({ of }: { of: object }) {
  const { source, target, result, kind } = of as Record<string, unknown>;
  // What an MCP server answers is its own word: its pages are the operator's.
  const [url] = [kind === 'mcp_call' ? undefined : result, target].flatMap(
    (one) => (isObject(one) && one['url']) || [],
  );
  if (typeof url !== 'string') return null;
  return (
    <span className="small">
      <OutsideLink to={url}>
        {t('Open in {source}', { source: title(typeof source === 'string' ? source : '') })}
      </OutsideLink>
    </span>
  );
}

import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';

/** What keeps a plugin of this host range from running on this version; undefined when nothing does. */
export function rangeFault(range: string | undefined, version: string): string | undefined {
  if (range === undefined) return undefined;
  if (validRange(range) === null)
    return `It asks for the Sextant "${range}", which is no range of versions: write one such as "^0.1".`;
  if (satisfies(version, range, { includePrerelease: true })) return undefined;
  return `It needs Sextant ${range}, and this is ${version}: install a version of the plugin that runs with ${version}, or a Sextant that it runs with.`;
}

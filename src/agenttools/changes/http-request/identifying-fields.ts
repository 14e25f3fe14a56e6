const USUAL = ['id', 'key', 'slug'];

/**
 * The fields that may hold the value of a parameter in a path, the likeliest first: `{featureName}` is filled with
 * `featureName` or `name`, `{id}` with `id`. Anything else would be a guess.
 */
export function identifyingFields(parameter: string): string[] {
  const words = parameter
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/);
  const last = words.at(-1)?.toLowerCase() ?? '';
  const own = ['name', ...USUAL].includes(last) ? [last] : [];
  return [...new Set([parameter, ...own, ...USUAL])];
}

/** The last parameter of a path template; empty where it ends with none. */
export function lastParameter(pathTemplate: string): string {
  return /\{([^{}]+)\}\/?$/.exec(pathTemplate)?.[1] ?? '';
}

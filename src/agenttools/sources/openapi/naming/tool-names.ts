import type { ParameterPlace } from '../operation.js';
import { countsOf } from '../text/operation-text.js';
import { shortHash, toArgumentName } from '../../../../foundation/argument-names.js';

export const BODY_ARGUMENT = 'body';

/** The arguments of parameters, beside the one of the body; a name that stands twice is told apart by its place: `id_in_query`. */
export function nameArguments(
  parameters: readonly { name: string; place: ParameterPlace }[],
): string[] {
  const taken = new Set<string>([BODY_ARGUMENT]);
  // The path first: what it names is what the operation is about.
  const order = parameters
    .map((parameter, at) => ({ ...parameter, at }))
    .sort((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place));
  const names: string[] = [];
  for (const { name, place, at } of order) {
    const plain = toArgumentName(name);
    const free = [plain, `${plain.slice(0, 50)}_in_${place}`].find((one) => !taken.has(one));
    const argument = free ?? `${plain.slice(0, 50)}_${shortHash(`${place} ${name}`)}`;
    taken.add(argument);
    names[at] = argument;
  }
  return names;
}

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header'];

/** The longest name that every model API takes. */
const MAX_TOOL_NAME = 64;
const HASH_LENGTH = 8;

/** `<source>_<id>` as model APIs take it; one that is too long or shared ends in a hash, so that it stays from version to version. */
export function toolNames(
  source: string,
  operations: readonly { id: string; place: string }[],
): string[] {
  const plain = operations.map(({ id }) => `${source}_${toNamePart(id)}`);
  const taken = countsOf(plain);
  const ids = countsOf(operations.map(({ id }) => id));
  return operations.map(({ id, place }, at) => {
    const name = plain[at] as string;
    const sharesId = (ids.get(id) ?? 0) > 1;
    const isExact = !sharesId && name === `${source}_${id}`;
    const clashes = (taken.get(name) ?? 0) > 1 && !isExact;
    if (!clashes && name.length <= MAX_TOOL_NAME) return name;
    const hash = shortHash(sharesId ? `${id} ${place}` : id, HASH_LENGTH);
    return `${name.slice(0, MAX_TOOL_NAME - HASH_LENGTH - 1)}_${hash}`;
  });
}

/** The id of an operation that has none: `GET /repos/{owner}/issues` is `get_repos_owner_issues`. */
export function idOfPlace(method: string, pathTemplate: string): string {
  const path = toNamePart(pathTemplate.replace(/[{}]/g, ''));
  return `${method.toLowerCase()}_${path}`.replace(/_$/, '');
}

function toNamePart(text: string): string {
  const plain = text.normalize('NFKD').replace(/[^A-Za-z0-9_]+/g, '_');
  const start = plain.startsWith('_') ? 1 : 0;
  return (plain.endsWith('_') ? plain.slice(start, -1) : plain.slice(start)) || 'operation';
}

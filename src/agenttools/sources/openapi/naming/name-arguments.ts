import type { ParameterPlace } from '../operation.js';
import { shortHash, toArgumentName } from '../../../../foundation/argument-names.js';

/** The argument that holds the body as a whole. */
export const BODY_ARGUMENT = 'body';

/**
 * The argument of each parameter, in their order. Parameters stand beside each other and the body is one
 * argument of its own, so that a name in the path and the same name in the body stay two things. A name that
 * would stand twice, or for the body, is told apart by its place: `id`, `id_in_query`.
 */
export function nameArguments(
  parameters: readonly { name: string; place: ParameterPlace }[],
): string[] {
  const taken = new Set<string>([BODY_ARGUMENT]);
  // The path first: what it names is what the operation is about.
  const order = parameters
    .map((_, at) => at)
    .sort((a, b) => rank(parameters, a) - rank(parameters, b) || a - b);
  const names: string[] = Array.from({ length: parameters.length }, () => '');
  for (const at of order) {
    const { name, place } = parameters[at] as { name: string; place: ParameterPlace };
    const plain = toArgumentName(name);
    const free = [plain, `${plain.slice(0, 50)}_in_${place}`].find((one) => !taken.has(one));
    const argument = free ?? `${plain.slice(0, 50)}_${shortHash(`${place} ${name}`)}`;
    taken.add(argument);
    names[at] = argument;
  }
  return names;
}

function rank(parameters: readonly { place: ParameterPlace }[], at: number): number {
  return ['path', 'query', 'querystring', 'header'].indexOf(parameters[at]?.place ?? 'header');
}

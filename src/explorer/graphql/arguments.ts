import { GraphQLError } from 'graphql';
import { nodeTypes, type NodeType } from '../graph/node.js';

/** The number, or an error that says what is allowed. */
export function inRange(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw badInput(`${name} must be from ${min} to ${max}, not ${value}.`);
}

/** The node type, or an error that names those there are. */
export function toNodeType(value: string | null | undefined): NodeType | undefined {
  if (value === null || value === undefined) return undefined;
  const found = nodeTypes.find((type) => type === value);
  if (found) return found;
  throw badInput(
    `type must be one of ${nodeTypes.join(', ')}, not ${JSON.stringify(value.slice(0, 40))}.`,
  );
}

const MAX_SEARCH_CHARS = 1000;

/** The search without blanks around it; none and an empty one are the same. */
export function toSearch(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? '';
  if (text.length > MAX_SEARCH_CHARS) {
    throw badInput(`search may have ${MAX_SEARCH_CHARS} characters, not ${text.length}.`);
  }
  return text === '' ? undefined : text;
}

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

import type { OperationParameter } from '../operation.js';

const SIZE = /^(?:per_?page|page_?size|limit|size|count|max_?results|first|top|\$top|take)$/i;
const POSITION =
  /^(?:page|page_?number|offset|skip|\$skip|start|cursor|after|before|starting_after|continue|page_?token|next_?token|marker|since)$/i;
const FIELDS = /^(?:fields?|select|\$select|include_fields|attributes)$/i;

/** How to get the rest of a list with the parameters that the operation has, in one sentence. */
export function pagingAdvice(
  parameters: readonly Pick<OperationParameter, 'name' | 'argument' | 'place'>[],
  nextLink: string | undefined,
): string {
  const find = (pattern: RegExp): string | undefined =>
    parameters.find(({ name, place }) => place === 'query' && pattern.test(name))?.argument;
  const [size, position, fields] = [find(SIZE), find(POSITION), find(FIELDS)];
  const ways = [
    ...(size === undefined ? [] : [`fewer at a time with "${size}"`]),
    ...(position === undefined ? [] : [`the next ones with "${position}"${nextLink ?? ''}`]),
    ...(fields === undefined ? [] : [`only some fields with "${fields}"`]),
  ];
  return ways.length === 0 ? 'Ask for something narrower.' : `Ask for ${ways.join(', ')}.`;
}

/** What a `Link` header says of the next page: its query, as ` (next: page=2)`. */
export function nextOf(linkHeader: string | undefined): string | undefined {
  const next = linkHeader?.split(',').find((link) => /rel="?next"?/.test(link));
  const start = next?.indexOf('?') ?? -1;
  const end = next?.indexOf('>') ?? -1;
  if (next === undefined || start < 0 || end < start) return undefined;
  return ` (next: ${next.slice(start + 1, Math.min(end, start + 201))})`;
}

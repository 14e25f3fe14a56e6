import type { Operation } from '../operation.js';
import { cutText } from './clean-text.js';

type Titled = Pick<Operation, 'title' | 'description' | 'method' | 'pathTemplate'>;

const MAX_TITLE = 120;

/**
 * Operations with titles that tell them apart: documents that are made from tables say "Update an item" of
 * forty of them. A title that repeats is followed by the words of the path that the others lack, and by the
 * whole path where that is not enough; the description begins with it.
 */
export function distinctTitles<T extends Titled>(operations: readonly T[]): T[] {
  const groups = new Map<string, T[]>();
  for (const one of operations) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  const titles = new Map<T, string>();
  for (const group of groups.values()) {
    if (group.length > 1)
      nameApart(group).forEach((title, at) => titles.set(group[at] as T, title));
  }
  return operations.map((one) => {
    const title = titles.get(one);
    return title === undefined ? one : { ...one, title, description: described(one, title) };
  });
}

function keyOf({ title }: Titled): string {
  return title.toLowerCase();
}

function nameApart(group: readonly Titled[]): string[] {
  const paths = group.map(({ pathTemplate }) => wordsOf(pathTemplate));
  const counts = new Map<string, number>();
  for (const words of paths)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = paths.map((words) =>
    words.filter((word) => counts.get(word) !== group.length).join(' '),
  );
  const uses = new Map<string, number>();
  for (const words of own) uses.set(words, (uses.get(words) ?? 0) + 1);
  return group.map(({ title, method, pathTemplate }, at) => {
    const words = own[at] as string;
    const told = words === '' || uses.get(words) !== 1 ? `${method} ${pathTemplate}` : words;
    const plain = title.replace(/\.$/, '');
    // What tells it apart is never cut off for the sake of what does not.
    const room = Math.max(MAX_TITLE - told.length - 2, 40);
    return cutText(`${cutText(plain, room)}: ${told}`, 2 * MAX_TITLE);
  });
}

function wordsOf(pathTemplate: string): string[] {
  return pathTemplate.split('/').filter((part) => part !== '' && !part.includes('{'));
}

function described({ title, description }: Titled, named: string): string {
  if (!description.startsWith(title)) return `${named}. ${description}`;
  const rest = description.slice(title.length).replace(/^[.\s]+/, '');
  return rest === '' ? `${named}.` : `${named}. ${rest}`;
}

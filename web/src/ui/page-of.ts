/** The pages of a list: how many there are, and which items this one has (from 1). */
export function pageOf(page: number, size: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = Math.min(page * size + 1, total);
  return { pages, first, last: Math.min((page + 1) * size, total) };
}

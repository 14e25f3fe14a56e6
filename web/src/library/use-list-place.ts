import { defined } from '../../../src/foundation/defined.js';
import { href, navigate, useRoute } from '../shell/route.js';

/** What is looked for in a list, and which page of it; both stand in the address. */
export interface ListPlace {
  search: string;
  /** From 0. */
  page: number;
  find: (search: string) => void;
  turn: (page: number) => void;
}

/** The place in a list that the address names; what is in `keep` stays in the address. */
export function useListPlace(list: string, keep: Record<string, string> = {}): ListPlace {
  const { query } = useRoute();
  const search = query.get('search') ?? '';
  const page = Math.max(0, Math.trunc(Number(query.get('page') ?? 1) || 1) - 1);
  const go = (text: string, to: number, replace: boolean) =>
    navigate(
      href('library', [list], {
        ...keep,
        ...defined({
          search: text === '' ? undefined : text,
          page: to === 0 ? undefined : String(to + 1),
        }),
      }),
      { replace },
    );
  return {
    search,
    page,
    find: (text) => go(text, 0, true),
    turn: (to) => go(search, to, false),
  };
}

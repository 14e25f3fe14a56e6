import { useState, type ReactNode } from 'react';
import { PAGE_SIZE } from '../api/queries.js';
import { ListTools, Pager } from '../ui/item-list.js';
import { ListFrame } from '../ui/frames.js';
import { SearchField } from '../ui/controls.js';
import { t } from '../texts/texts.js';
import { defined } from '../../../src/foundation/defined.js';
import { href, navigate, useRoute } from '../shell/route.js';
import { useLibraryList } from './queries.js';

/** A list of saved things of the server, with a search by name. */
export function LibraryList<T extends { id: string }>({
  list,
  noun,
  plural,
  empty,
  children,
}: {
  /** Its name in the address and on the server. */
  list: string;
  noun: string;
  plural: string;
  /** What is said when there is nothing at all. */
  empty: ReactNode;
  children: (item: T) => ReactNode;
}) {
  const place = useListPlace(list);
  const asked = useLibraryList<T>(list, place.search, place.page);
  const nothing =
    place.search === '' ? (
      empty
    ) : (
      <p>{t('No {noun} name contains “{search}”.', { noun, search: place.search })}</p>
    );
  return (
    <>
      <ListTools>
        <SearchBox place={place} label={t('Search {plural} by name', { plural })} />
        <Pager {...pagerOf(place, asked.data?.total)} noun={noun} plural={plural} />
      </ListTools>
      <ListFrame asked={asked} empty={nothing} onFirst={() => place.turn(0)}>
        {children}
      </ListFrame>
    </>
  );
}

/** What a pager needs of a list of the library. */
export function pagerOf({ page, turn }: ListPlace, total: number | undefined) {
  return { page, size: PAGE_SIZE, total, onTurn: turn };
}

/** The list follows as it is written. */
function SearchBox({ place, label }: { place: ListPlace; label: string }) {
  const [text, setText] = useState(place.search);
  const find = (search: string) => {
    setText(search);
    place.find(search.trim());
  };
  return <SearchField label={label} value={text} onChange={find} />;
}

/** What is looked for in a list, and which page of it; both stand in the address. */
interface ListPlace {
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

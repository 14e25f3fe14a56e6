import { useState, type ReactNode } from 'react';
import { PAGE_SIZE } from '../api/queries.js';
import { ListTools } from '../ui/item-list.js';
import { ListFrame } from '../ui/list-frame.js';
import { Pager } from '../ui/pager.js';
import { SearchField } from '../ui/search-field.js';
import { useLibraryList } from './queries.js';
import { useListPlace, type ListPlace } from './use-list-place.js';
import { t } from '../texts/core.js';

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

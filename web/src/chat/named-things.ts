import { useQueries } from '@tanstack/react-query';
import { subjectQuery, useRunningPlugins } from '../api/queries.js';
import { subjects } from '../registry/registry.js';
import type { NamedThing } from './link-names.js';

/** The saved things that can be opened, by name; empty until they are known. */
export function useNamedThings(): readonly NamedThing[] {
  const linked = subjects(useRunningPlugins()).flatMap(({ path, address }) =>
    address ? [{ path, address }] : [],
  );
  return useQueries({
    queries: linked.map(({ path }) => ({ ...subjectQuery(path), staleTime: 60_000, retry: false })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) =>
        (data?.items ?? []).flatMap(({ id, name }) => {
          const to = linked[at]?.address(id);
          return to === undefined ? [] : [{ name, to }];
        }),
      ),
  });
}

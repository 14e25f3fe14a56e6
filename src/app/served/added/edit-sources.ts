import { isDeepStrictEqual } from 'node:util';
import { filter, firstValueFrom, map, race, switchMap, timer } from 'rxjs';
import type { EditSources } from '../../../agentapi/sources/sources.controller.js';
import type { LiveCatalog, SourceReport } from '../../../agenttools/sources/live-catalog.js';
import { conflict } from '../../../foundation/errors.js';
import type { ConfigFileFollower } from '../config-file-follower.js';
import type { AddedSources } from './added-sources.js';

const WAIT_MS = 10_000;

/** Adds, changes and removes sources for the routes: stored first, then taken up. */
export function editSources(
  added: AddedSources,
  follower: Pick<ConfigFileFollower, 'take'>,
  catalog: Reports,
): EditSources {
  return {
    added: () => added.ids,
    export: () => added.export(),
    add: async (source, userId) => {
      await added.add(source, userId);
      await follower.take();
      return reportOf(source.id, catalog);
    },
    definition: (id) => added.definition(id),
    replace: async (source, userId) => {
      const isSame = isDeepStrictEqual(added.definition(source.id), source);
      // The report of the former one must not be taken for the answer.
      const gone = (report: SourceReport | undefined) => (report?.state ?? 'loading') === 'loading';
      const left = isSame ? undefined : settled(source.id, catalog, gone);
      await added.replace(source, userId);
      await follower.take();
      await left;
      return reportOf(source.id, catalog);
    },
    remove: async (id) => {
      await added.remove(id);
      await follower.take();
      await settled(id, catalog, (report) => report === undefined);
    },
  };
}

async function reportOf(id: string, catalog: Reports): Promise<SourceReport> {
  const isRead = (report: SourceReport | undefined) =>
    report !== undefined && report.state !== 'loading';
  const report = await settled(id, catalog, isRead);
  if (report !== undefined) return report;
  throw conflict(
    `"${id}" was stored, but is not served; the part config_file of /health/ready says why.`,
  );
}

type Reports = Pick<LiveCatalog, 'reports' | 'reports$'>;

/** The report of a source once it is as wanted, or after the wait. */
async function settled(
  id: string,
  { reports$ }: Reports,
  isWanted: (report: SourceReport | undefined) => boolean,
): Promise<SourceReport | undefined> {
  const own = reports$.pipe(map((all) => all.find((report) => report.id === id)));
  const late = timer(WAIT_MS).pipe(switchMap(() => own));
  return firstValueFrom(race(own.pipe(filter(isWanted)), late));
}

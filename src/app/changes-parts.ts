import { ChangeSetsService } from '../agentapi/change-sets/change-sets.service.js';
import { UndoSets } from '../agentapi/change-sets/undo-sets.js';
import { PreviewsService } from '../agentapi/previews/previews.service.js';
import type { PreviewSink } from '../agentloop/previews.js';
import type { ChangeKinds } from '../agenttools/changes/change-kinds.js';
import { referencesIn } from '../agenttools/changes/references.js';
import type { LiveCatalog } from '../agenttools/sources/live-catalog.js';
import { systemClock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { isObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { UserFiles } from '../foundation/user-files.js';
import { PgChangeSetStore } from '../store/change-sets.store.js';
import type { Database } from '../store/database.js';
import type { PgPreviewStore } from '../store/previews.store.js';

/** What deciding on changes stands on. */
export interface ChangesOptions {
  db: Database;
  store: PgPreviewStore;
  kinds: ChangeKinds;
  catalog: LiveCatalog;
  files: UserFiles;
  logger: Logger;
}

/** The services behind the routes of previews and of change sets. */
export function createChanges({ db, store, kinds, catalog, files, logger }: ChangesOptions) {
  const sets = new PgChangeSetStore(db, systemClock);
  const backendOf = (source: string) => catalog.backendOf(source);
  const previews = new PreviewsService({
    store,
    sets,
    kinds,
    backendOf,
    files,
    logger,
    clock: systemClock,
    checkChange: (source, payload) => catalog.checkChange(source, payload),
  });
  const undo = new UndoSets({ sets, store, kinds, backendOf });
  return {
    previews,
    changeSets: new ChangeSetsService({ sets, previews, undo, clock: systemClock }),
  };
}

/** Stores what tools propose. */
export function previewSink(store: PgPreviewStore, kinds: ChangeKinds): PreviewSink {
  return {
    save: (origin, proposal) => {
      const { kind, description, payload, targetId, subject, extra, facts } = proposal;
      const diff = extra?.['diff'];
      const known = kinds.find(kind);
      const versionField = known?.versionField;
      const version = versionField === undefined ? undefined : payload[versionField];
      return store.save({
        ...origin,
        kind,
        description,
        payload,
        ...defined({
          targetId,
          subject,
          baseVersion: Number.isInteger(version) ? (version as number) : undefined,
          diff: isObject(diff) ? diff : undefined,
          // What such an event shows is made once, from the state of that moment.
          details:
            known?.eventName === undefined ? undefined : { ...extra, ...known.event?.(proposal) },
          facts,
        }),
        refersTo: referencesIn(payload).map(({ position }) => position),
      });
    },
  };
}

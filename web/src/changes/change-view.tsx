import { Suspense, useMemo } from 'react';
import { changeViewOf } from '../registry/registry.js';
import { t } from '../texts/texts.js';
import { Boundary, lazyPart } from '../ui/lazy-part.js';
import type { ChangeViewProps } from './change.js';
import { Origins, Resembles } from './change-notes.js';
import { asSent } from './sent-change.js';

const DefaultView = lazyPart(() => import('./default-view.js'));

/** What a change does, drawn by the view of its kind: as it was sent, where that is not as it was proposed. */
export function ChangeView({
  kind,
  data: proposed,
  decision: decided,
  draft,
}: ChangeViewProps & { kind: string }) {
  const [data, stored] = useMemo(
    () => asSent(proposed, decided.stored),
    [proposed, decided.stored],
  );
  const decision = { ...decided, stored };
  const Own = changeViewOf(kind)?.View ?? DefaultView;
  // Of one that is out of date, what it would change now.
  const isStale = decision.state === 'stale' && stored?.diff !== undefined;
  return (
    <Suspense fallback={<p className="quiet small">{t('Loading the change…')}</p>}>
      <Boundary of={draft?.value ?? proposed}>
        <Resembles data={data} decision={decision} />
        <Own
          data={isStale ? { ...data, diff: stored.diff } : data}
          decision={decision}
          draft={draft}
        />
        <Origins data={data} decision={decision} />
      </Boundary>
    </Suspense>
  );
}

import { useContext, type ReactNode } from 'react';
import { SourcesContext } from './sources.js';

/** The name of a place in an answer: opens the place beside it. */
export function PlaceLink({ place, children }: { place: string; children: ReactNode }) {
  const sources = useContext(SourcesContext);
  const panel = sources?.placePanel(place);
  if (sources === undefined || panel === undefined) return <>{children}</>;
  return (
    <button type="button" className="text-button" onClick={() => sources.open(panel)}>
      {children}
    </button>
  );
}

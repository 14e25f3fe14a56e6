import { useContext } from 'react';
import { SourcesContext } from './sources.js';

/** The name of a place in an answer: opens the place beside it. */
export function PlaceLink({ name }: { name: string }) {
  const sources = useContext(SourcesContext);
  const place = sources?.places.find((one) => one.name === name);
  if (sources === undefined || place === undefined) return <>{name}</>;
  return (
    <button type="button" className="text-button" onClick={() => sources.open(place.panel)}>
      {name}
    </button>
  );
}

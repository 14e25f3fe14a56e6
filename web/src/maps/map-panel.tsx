import { ArrowLeft } from 'lucide-react';
import { degreesText } from './projection.js';
import { SiteMapDrawing } from './site-map.js';
import type { Site, SiteMap } from './sites.js';
import styles from './map-panel.module.css';

/** Sites on a map and in a list beside the chat; `reason` is the agent's who opened it. */
export default function MapPanel({
  map,
  reason,
  onClose,
}: {
  map: SiteMap;
  reason?: string;
  /** Absent where what holds the panel has its own way to close it. */
  onClose?: () => void;
}) {
  const { sites, unplaced } = map;
  return (
    <article className={styles.panel} aria-label="Map">
      <header className={styles.head}>
        {onClose !== undefined && (
          <button type="button" className={`button quiet ${styles.back}`} onClick={onClose}>
            <ArrowLeft size={14} aria-hidden /> Back to the chat
          </button>
        )}
        <h2>Map</h2>
        {reason !== undefined && (
          <p role="status" className={styles.reason}>
            Opened by the agent: {reason}
          </p>
        )}
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label="Map and sites">
        <SiteMapDrawing sites={sites} />
        <ol className={styles.sites} aria-label="Sites">
          {sites.map((site, at) => (
            <li key={at}>
              <SiteLine site={site} />
            </li>
          ))}
        </ol>
        {unplaced.length > 0 && (
          <p className="quiet small">No coordinates are known of: {unplaced.join(', ')}.</p>
        )}
      </div>
    </article>
  );
}

function SiteLine({ site: { name, town, latitude, longitude } }: { site: Site }) {
  return (
    <>
      <strong>{name}</strong>
      {town !== undefined && ` ${town}`}{' '}
      <span className="quiet">
        {degreesText(latitude, 'latitude')}, {degreesText(longitude, 'longitude')}
      </span>
    </>
  );
}

import { SidePanel, type SidePanelProps } from '../../../ui/side-panel.js';
import { degreesText } from './projection.js';
import { SiteMapDrawing } from './site-map.js';
import type { Site, SiteMap } from './sites.js';
import { t } from '../texts.js';
import styles from './map-panel.module.css';

/** Sites on a map and in a list beside the chat; `reason` is the agent's who opened it. */
export default function MapPanel({ map, ...panel }: SidePanelProps & { map: SiteMap }) {
  const { sites, unplaced, more } = map;
  return (
    <SidePanel title={t('Map')} bodyLabel={t('Map and sites')} bodyClass={styles.body} {...panel}>
      <SiteMapDrawing sites={sites} />
      <ol className={styles.sites} aria-label={t('Sites')}>
        {sites.map((site, at) => (
          <li key={at}>
            <SiteLine site={site} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="quiet small">
          {t('And {n} more site. Ask for it by name. | And {n} more sites. Ask for them by name.', {
            n: more,
          })}
        </p>
      )}
      {unplaced.length > 0 && (
        <p className="quiet small">
          {t('No coordinates are known for: {unplaced}.', { unplaced: unplaced.join(', ') })}
        </p>
      )}
    </SidePanel>
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

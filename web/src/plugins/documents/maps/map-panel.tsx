import { useMemo, useRef } from 'react';
import { SidePanel, type SidePanelProps } from '../../../ui/beside.js';
import { t } from '../texts.js';
import { useWidth } from '../../../ui/hooks.js';
import {
  degreesText,
  fitProjection,
  type Projection,
  type Size,
  placeLabels,
  type Site,
  type SiteMap,
} from './projection.js';
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

/** Sites on a grid of degrees, numbered in their order, as wide as there is room. Nothing is loaded for it. */
function SiteMapDrawing({ sites }: { sites: readonly Site[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const size = { width, height: Math.round(Math.min(460, Math.max(220, width * 0.75))) };
  return (
    <div ref={frame} className={styles.frame}>
      {width > 0 && <Drawing sites={sites} {...size} />}
    </div>
  );
}

function Drawing({ sites, width, height }: { sites: readonly Site[] } & Size) {
  const projection = useMemo(() => fitProjection(sites, { width, height }), [sites, width, height]);
  const markers = sites.map((site) => ({ name: site.name, ...projection.place(site) }));
  const labels = placeLabels(markers, { width, height });
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={t('Map of {n} site: {names} | Map of {n} sites: {names}', {
        n: sites.length,
        names: sites.map(({ name }) => name).join(', '),
      })}
    >
      <Grid projection={projection} width={width} height={height} />
      {markers.map(({ x, y }, at) => (
        <g key={at} className={styles.marker}>
          <circle cx={x} cy={y} r={10} />
          <text x={x} y={y + 4}>
            {at + 1}
          </text>
        </g>
      ))}
      {labels.map(
        (label, at) =>
          label !== undefined && (
            <text
              key={at}
              className={styles.label}
              x={label.x}
              y={label.y}
              textAnchor={label.anchor}
            >
              {markers[at]?.name}
            </text>
          ),
      )}
    </svg>
  );
}

function Grid({ projection, width, height }: { projection: Projection } & Size) {
  return (
    <g className={styles.grid}>
      {projection.meridians.map(({ at, degrees }) => (
        <g key={`meridian ${at}`}>
          <line x1={at} x2={at} y1={0} y2={height} />
          <text x={at + 3} y={height - 5}>
            {degreesText(degrees, 'longitude')}
          </text>
        </g>
      ))}
      {projection.parallels.map(({ at, degrees }) => (
        <g key={`parallel ${at}`}>
          <line x1={0} x2={width} y1={at} y2={at} />
          <text x={4} y={at - 4}>
            {degreesText(degrees, 'latitude')}
          </text>
        </g>
      ))}
    </g>
  );
}

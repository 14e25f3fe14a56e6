import { useMemo, useRef } from 'react';
import { useWidth } from '../../../ui/use-width.js';
import { placeLabels } from './labels.js';
import { degreesText, fitProjection, type Projection, type Size } from './projection.js';
import type { Site } from './sites.js';
import { t } from '../texts.js';
import styles from './map-panel.module.css';

/** Sites on a grid of degrees, numbered in their order, as wide as there is room. Nothing is loaded for it. */
export function SiteMapDrawing({ sites }: { sites: readonly Site[] }) {
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

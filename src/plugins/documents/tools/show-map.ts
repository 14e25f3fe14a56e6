import { defineTool } from '../../../agenttools/tool.js';
import { AppError } from '../../../foundation/errors.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { queryConfig } from '../../../platform/reads.js';
import { moved, reason } from './move-page.js';

/** A warehouse as the platform answers it. */
type Site = {
  id: string;
  code: string;
  name: string;
  city: string;
  country: string;
  /** Degrees; null where it is not known. */
  latitude: number | null;
  longitude: number | null;
};

/** A query of the platform answers no more rows, and a map with more sites shows nothing. */
const MAX_SITES = 500;
/** Beyond this the platform is not searched further. */
const MAX_SEARCHED = 5000;

/** Shows warehouses on a map on the user's page. */
export const showMap = defineTool<{ sites?: string[]; reason: string }>({
  name: 'show_map',
  description:
    "Shows warehouses on a map on the user's page, by name, code or id, or all of them. Only when the user wants to see where they are.",
  properties: {
    sites: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'Which warehouses; all when left out.',
    },
    reason,
  },
  required: ['reason'],
  examples: ['Show our warehouses on a map', 'Where is Rotterdam Port?', 'Zeig mir die Lager'],
  groups: ['documents'],
  execute: async ({ sites: wanted, reason: why }, { read }) => {
    const all = await warehouses(read);
    const chosen = wanted === undefined ? all : [...new Set(wanted.map((one) => find(all, one)))];
    const placed = chosen.filter(isPlaced);
    const sites = placed.slice(0, MAX_SITES);
    const unplaced = chosen.filter((site) => !isPlaced(site)).map(({ name }) => name);
    if (sites.length === 0) throw nothingToShow(all, unplaced);
    const more = placed.length - sites.length;
    const target = {
      sites,
      without_coordinates: unplaced,
      not_shown: more > 0 ? more : undefined,
    };
    return moved({ action: 'show_map', target, reason: why });
  },
});

const COLUMNS = {
  id: 'uuid',
  code: 'string',
  name: 'string',
  city: 'string',
  country: 'string',
  latitude: 'number',
  longitude: 'number',
} as const;

const allWarehouses = {
  title: 'Warehouses',
  widget_type: 'table',
  visualization: 'table',
  data_source: [
    {
      type: 'query',
      source: 'warehouses',
      schema: 'inventory',
      select: { columns: Object.keys(COLUMNS).map((name) => ({ name })) },
      // Of one name too, so that no page repeats or leaves out a row.
      sort: [
        { column: 'name', direction: 'asc' },
        { column: 'id', direction: 'asc' },
      ],
      rows: MAX_SITES,
    },
  ],
  visual_settings: {
    columns: Object.fromEntries(
      Object.entries(COLUMNS).map(([name, type]) => [name, { name, header: name, type }]),
    ),
  },
};

/** All warehouses by name, page by page. */
async function warehouses(read: ReadClient): Promise<Site[]> {
  const all: Site[] = [];
  for (let page = 1; all.length < MAX_SEARCHED; page += 1) {
    const { rows, total } = await queryConfig(read, allWarehouses, MAX_SITES, page);
    all.push(...(rows as Site[]));
    if (rows.length === 0 || all.length >= total) break;
  }
  return all;
}

function find(all: readonly Site[], wanted: string): Site {
  const said = wanted.trim().toLowerCase();
  const exact = all.find(({ id, code }) => id === said || code.toLowerCase() === said);
  const words = {
    nameOf: ({ name }: Site) => name,
    noun: 'warehouse',
    listTool: 'show_map without sites',
  };
  return exact ?? requireByName(all, wanted, words);
}

function isPlaced({ latitude, longitude }: Site): boolean {
  return latitude !== null && longitude !== null;
}

function nothingToShow(all: readonly Site[], unplaced: readonly string[]): AppError {
  if (unplaced.length === 0) return new AppError('not_found', 'There are no warehouses yet.');
  const placed = all.filter(isPlaced).map(({ name }) => name);
  const others =
    placed.length === 0
      ? 'No warehouse has any.'
      : `These have: ${placed.slice(0, 20).join(', ')}.`;
  return new AppError('not_found', `${unplaced.join(', ')}: no coordinates are known. ${others}`);
}

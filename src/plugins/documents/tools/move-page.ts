import { type ToolOutcome, defineTool } from '../../../agenttools/tool.js';
import { type AppError, invalidArguments, notFound } from '../../../foundation/errors.js';
import { wholeProperty, textProperty, type JsonObject } from '../../../foundation/json.js';
import { evidenceSlot, isBlock } from '../../../citations/evidence.js';
import { requireByName } from '../../../agenttools/names.js';
import { fetchAll } from '../../../platform/lists.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { queryConfig } from '../../../platform/reads.js';
import { docIdProperty, findReadable, type DocumentCall, documentTool } from './read-documents.js';

export const reason = textProperty('Why, in one sentence: it is shown to the user.', 300);

/** What such a tool answers: the move for the user's page, and to the model that it was asked for. */
function moved(action: string, target: JsonObject, reason: string): ToolOutcome {
  return {
    result: { status: 'shown', target, note: "The user's page was asked to go there." },
    signals: [{ type: 'event', event: 'ui_action', data: { action, target, reason } }],
  };
}

export const openDocument = documentTool<{
  citation_number?: number;
  doc_id?: string;
  reason: string;
}>({
  name: 'open_document',
  description:
    "Opens a document on the user's page: at a block that you have read (citation_number), or at its beginning (doc_id). Only when the user wants to see it.",
  properties: {
    citation_number: wholeProperty('The number of a block you read.', 1),
    doc_id: docIdProperty,
    reason,
  },
  required: ['reason'],
  examples: ['Show me where it says that', 'Open the document', 'Öffne das Dokument'],
  execute: async ({ citation_number: number, doc_id: docId, reason: why }, context) => {
    if (number !== undefined) return moved('open_document', blockTarget(number, context), why);
    if (docId === undefined)
      throw invalidArguments('Which document? Pass citation_number or doc_id.');
    const { id, title } = await findReadable(docId, context);
    return moved('open_document', { document_id: id, title }, why);
  },
});

const nouns = { document: 'document', rule: 'workflow rule', table: 'table' };

type Kind = keyof typeof nouns;

export const navigateTo = documentTool<{ kind: Kind; id_or_name: string; reason: string }>({
  name: 'navigate_to',
  description:
    "Takes the user's page to a document, a workflow rule or a table, by its id or name. Only when the user wants to go there.",
  properties: {
    kind: {
      type: 'string',
      enum: Object.keys(nouns),
      description:
        'A single record, such as a warehouse or an order, has no page: go to the table that lists it.',
    },
    id_or_name: { type: 'string', minLength: 1, maxLength: 200 },
    reason,
  },
  required: ['kind', 'id_or_name', 'reason'],
  examples: ['Go to the Low Stock Alert rule', 'Take me to the orders table', 'Geh zur Regel'],
  execute: async ({ kind, id_or_name: wanted, reason: why }, context) => {
    const items = await itemsOf(kind, context);
    const words = { nameOf: ({ name }: Named) => name, noun: nouns[kind] };
    const found = items.find(({ id }) => id === wanted) ?? requireByName(items, wanted, words);
    const target = { kind, id: found.id, name: found.name };
    return moved('navigate_to', target, why);
  },
});

const MAX_LISTED = 20;

function blockTarget(number: number, { scratch }: DocumentCall): JsonObject {
  const evidence = scratch.of(evidenceSlot);
  const source = evidence.find(number);
  if (source !== undefined && isBlock(source)) {
    const { documentId, blockId, title, page } = source;
    return { document_id: documentId, block_id: blockId, title, page };
  }
  const read = evidence.all().filter(isBlock).slice(-MAX_LISTED);
  const numbers = read.map((block) => block.number);
  throw notFound(
    `You have read no block ${number} in answering this message. ${numbers.length === 0 ? 'Read the document first' : `Blocks that you read last: ${numbers.join(', ')}. Use one of them`}, or pass doc_id.`,
    [{ path: 'citation_number', message: 'unknown block', allowed: numbers.map(String) }],
  );
}

interface Named {
  id: string;
  name: string;
}

async function itemsOf(kind: Kind, { read, knowledge, caller }: DocumentCall): Promise<Named[]> {
  if (kind === 'rule') return fetchAll<Named>(read, ['v1', 'workflow', 'rules']);
  if (kind === 'table') return fetchAll<Named>(read, ['v1', 'data', 'configs']);
  const documents = await knowledge.documents(caller.userId);
  return documents.map(({ id, title }) => ({ id, name: title }));
}

type Site = {
  id: string;
  code: string;
  name: string;
  city: string;
  country: string;
  latitude: number | null;
  longitude: number | null;
};

/** A query of the platform answers no more rows, and a map with more sites shows nothing. */
const MAX_SITES = 500;
const MAX_SEARCHED = 5000;

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
    const not_shown = placed.length - sites.length || undefined;
    return moved('show_map', { sites, without_coordinates: unplaced, not_shown }, why);
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
  const words = { noun: 'warehouse', listTool: 'show_map without sites' };
  return exact ?? requireByName(all, wanted, { ...words, nameOf: ({ name }) => name });
}

function isPlaced({ latitude, longitude }: Site): boolean {
  return latitude !== null && longitude !== null;
}

function nothingToShow(all: readonly Site[], unplaced: readonly string[]): AppError {
  if (unplaced.length === 0) return notFound('There are no warehouses yet.');
  const placed = all.filter(isPlaced).map(({ name }) => name);
  const some = `These have: ${placed.slice(0, 20).join(', ')}.`;
  const others = placed.length === 0 ? 'No warehouse has any.' : some;
  return notFound(`${unplaced.join(', ')}: no coordinates are known. ${others}`);
}

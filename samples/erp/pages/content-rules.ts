import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type {
  PreviewContent,
  ContentType,
  FieldType,
  PreviewField,
} from '../../../src/platform/types.js';
import { problem } from '../shared/schema-problems.js';
import { readData } from '../shared/seeder.js';

/** What a form can ask for. `config` names the settings a field of the type may carry. */
export const fieldTypes = readData<readonly FieldType[]>('reference/field_types');

/** What a page can hold. `requires` names the fields of the content that must be set. */
export const contentTypes = readData<readonly ContentType[]>('reference/content_types');

/** Content that may hold other content, and what: an empty list means anything but `tab`. */
export const holders: Readonly<Record<string, readonly string[]>> = {
  tabs: ['tab'],
  tab: [],
  container: [],
};

export interface PageKnowledge {
  tables: ReadonlyMap<string, string>;
  forms: ReadonlyMap<string, string>;
}

export function contentErrors(
  pieces: readonly PreviewContent[],
  knowledge: PageKnowledge,
): ErrorDetail[] {
  return pieces.flatMap((piece, index) =>
    pieceErrors(piece, pieces, knowledge, `content[${index}].`),
  );
}

function pieceErrors(
  piece: PreviewContent,
  all: readonly PreviewContent[],
  known: PageKnowledge,
  prefix: string,
): ErrorDetail[] {
  const { content_type, table_config_id: table, form_id: form } = piece;
  const errors: ErrorDetail[] = [];
  const refuse = (field: string, message: string, allowed?: readonly string[]) =>
    errors.push(problem(`${prefix}${field}`, message, allowed));
  const type = contentTypes.find((each) => each.type === content_type);
  if (type === undefined) {
    const types = contentTypes.map((each) => each.type);
    refuse('content_type', `'${content_type}' is not a content type`, types);
    return errors;
  }
  if (piece.label.trim() === '') refuse('label', 'label must not be blank');
  for (const field of type.requires.filter((each) => isMissing(piece, each)))
    refuse(field, `content of the type '${content_type}' needs ${field}`);
  if (table && !known.tables.has(table))
    refuse('table_config_id', `there is no table config with the id '${table}'`);
  if (form && !known.forms.has(form)) refuse('form_id', `there is no form with the id '${form}'`);
  const columns = piece.layout?.['columns'];
  const isWidth = Number.isInteger(columns) && Number(columns) >= 1 && Number(columns) <= 12;
  if (columns !== undefined && !isWidth)
    refuse('layout.columns', 'columns must be a whole number from 1 to 12');
  return [...errors, ...parentErrors(piece, all, `${prefix}parent_id`)];
}

function isMissing(piece: PreviewContent, field: string): boolean {
  if (field === 'layout.text') return typeof piece.layout?.['text'] !== 'string';
  return ((piece as unknown as Record<string, unknown>)[field] ?? null) === null;
}

function parentErrors(
  piece: PreviewContent,
  all: readonly PreviewContent[],
  path: string,
): ErrorDetail[] {
  const { parent_id: id, content_type } = piece;
  if (!id) return [];
  const parent = all.find((other) => other.id === id);
  if (parent === undefined) {
    const ids = all.flatMap((other) => other.id ?? []);
    return [problem(path, `this page has no content with the id '${id}'`, ids)];
  }
  const { label, content_type: holder } = parent;
  const holds = holders[holder];
  const wrong = (message: string) => [problem(path, message)];
  if (holds === undefined) return wrong(`'${label}' is a ${holder} and cannot hold content`);
  const fits = holds.length === 0 ? content_type !== 'tab' : holds.includes(content_type);
  if (!fits) return wrong(`a ${holder} cannot hold a ${content_type}`);
  return isInsideItself(piece, all) ? wrong(`'${piece.label}' would be inside itself`) : [];
}

function isInsideItself(piece: PreviewContent, all: readonly PreviewContent[]): boolean {
  const seen = new Set<string>();
  let parent = piece.parent_id;
  while (parent && !seen.has(parent)) {
    if (parent === piece.id) return true;
    seen.add(parent);
    parent = all.find((other) => other.id === parent)?.parent_id;
  }
  return false;
}

const MAX_DEPTH = 8;

export function pageOutline(
  title: string,
  pieces: readonly PreviewContent[],
  knowledge: PageKnowledge,
): string[] {
  const inOrder = ordered(pieces);
  const ids = new Set(pieces.map((piece) => piece.id));
  const top = inOrder.filter((piece) => !piece.parent_id || !ids.has(piece.parent_id));
  return [title, ...top.flatMap((piece) => pieceLines(piece, inOrder, knowledge, 1))];
}

export function formOutline(
  name: string,
  entity: string,
  fields: readonly PreviewField[],
): string[] {
  const lines = ordered(fields).map((field) => {
    const need = field.required === true ? ', required' : '';
    return `  ${field.label} (${field.name}): ${field.field_type}${need}`;
  });
  return [`${name} for ${entity}`, ...lines];
}

function pieceLines(
  piece: PreviewContent,
  all: readonly PreviewContent[],
  knowledge: PageKnowledge,
  depth: number,
): string[] {
  const line = `${'  '.repeat(depth)}${piece.content_type}: ${piece.label}${shown(piece, knowledge)}`;
  if (piece.id === undefined || depth >= MAX_DEPTH) return [line];
  const inside = all.filter((other) => other.parent_id === piece.id && other !== piece);
  return [line, ...inside.flatMap((other) => pieceLines(other, all, knowledge, depth + 1))];
}

function shown(piece: PreviewContent, { tables, forms }: PageKnowledge): string {
  if (piece.table_config_id) return ` (table ${tables.get(piece.table_config_id) ?? 'unknown'})`;
  if (piece.form_id) return ` (form ${forms.get(piece.form_id) ?? 'unknown'})`;
  return '';
}

function ordered<T extends { order_index?: number | undefined }>(items: readonly T[]): T[] {
  const indexed = items.map((item, index) => ({ item, place: item.order_index ?? index }));
  return indexed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

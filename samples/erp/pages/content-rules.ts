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

/** What pages may refer to: names by id. */
export interface PageKnowledge {
  tables: ReadonlyMap<string, string>;
  forms: ReadonlyMap<string, string>;
}

/** What is wrong with the content of one page; `path` is the place of the list. */
export function contentErrors(
  pieces: readonly PreviewContent[],
  knowledge: PageKnowledge,
  path: string,
): ErrorDetail[] {
  return pieces.flatMap((piece, index) =>
    pieceErrors(piece, pieces, knowledge, `${path}[${index}].`),
  );
}

function pieceErrors(
  piece: PreviewContent,
  all: readonly PreviewContent[],
  knowledge: PageKnowledge,
  prefix: string,
): ErrorDetail[] {
  const type = contentTypes.find((known) => known.type === piece.content_type);
  if (type === undefined) {
    const types = contentTypes.map((known) => known.type);
    const message = `'${piece.content_type}' is not a content type`;
    return [problem(`${prefix}content_type`, message, types)];
  }
  return [
    ...labelErrors(piece, prefix),
    ...missingErrors(piece, type.requires, prefix),
    ...referenceErrors(piece, knowledge, prefix),
    ...layoutErrors(piece, prefix),
    ...parentErrors(piece, all, prefix),
  ];
}

function labelErrors(piece: PreviewContent, prefix: string): ErrorDetail[] {
  return piece.label.trim() === '' ? [problem(`${prefix}label`, 'label must not be blank')] : [];
}

function missingErrors(
  piece: PreviewContent,
  requires: readonly string[],
  prefix: string,
): ErrorDetail[] {
  return requires
    .filter((field) => isMissing(piece, field))
    .map((field) =>
      problem(`${prefix}${field}`, `content of the type '${piece.content_type}' needs ${field}`),
    );
}

function isMissing(piece: PreviewContent, field: string): boolean {
  if (field === 'layout.text') return typeof piece.layout?.['text'] !== 'string';
  const value = (piece as unknown as Record<string, unknown>)[field];
  return value === undefined || value === null;
}

function referenceErrors(
  piece: PreviewContent,
  known: PageKnowledge,
  prefix: string,
): ErrorDetail[] {
  const { table_config_id: table, form_id: form } = piece;
  const errors: ErrorDetail[] = [];
  if (table && !known.tables.has(table)) {
    errors.push(
      problem(`${prefix}table_config_id`, `there is no table config with the id '${table}'`),
    );
  }
  if (form && !known.forms.has(form)) {
    errors.push(problem(`${prefix}form_id`, `there is no form with the id '${form}'`));
  }
  return errors;
}

function layoutErrors(piece: PreviewContent, prefix: string): ErrorDetail[] {
  const columns = piece.layout?.['columns'];
  const isRight =
    columns === undefined ||
    (Number.isInteger(columns) && Number(columns) >= 1 && Number(columns) <= 12);
  if (isRight) return [];
  return [problem(`${prefix}layout.columns`, 'columns must be a whole number from 1 to 12')];
}

function parentErrors(
  piece: PreviewContent,
  all: readonly PreviewContent[],
  prefix: string,
): ErrorDetail[] {
  if (!piece.parent_id) return [];
  const path = `${prefix}parent_id`;
  const parent = all.find((other) => other.id === piece.parent_id);
  if (parent === undefined) {
    const ids = all.flatMap((other) => (other.id === undefined ? [] : [other.id]));
    return [problem(path, `this page has no content with the id '${piece.parent_id}'`, ids)];
  }
  const holds = holders[parent.content_type];
  if (holds === undefined) {
    return [problem(path, `'${parent.label}' is a ${parent.content_type} and cannot hold content`)];
  }
  const fits =
    holds.length === 0 ? piece.content_type !== 'tab' : holds.includes(piece.content_type);
  if (!fits) {
    const message = `a ${parent.content_type} cannot hold a ${piece.content_type}`;
    return [problem(path, message)];
  }
  return isInsideItself(piece, all)
    ? [problem(path, `'${piece.label}' would be inside itself`)]
    : [];
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

/** Indentation stops here, whatever the pieces say of each other. */
const MAX_DEPTH = 8;

/** A page as lines of text, what is inside another piece indented below it. */
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

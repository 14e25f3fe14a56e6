import type { PreviewContent, PreviewField } from '../../../../src/platform/types.js';
import type { PageKnowledge } from './content-rules.js';

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

/** A form as lines of text, its fields in order. */
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

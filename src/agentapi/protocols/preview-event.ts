import type { AgentEvent } from '../../agentloop/events.js';
import { type JsonObject, isObject } from '../../foundation/json.js';
import { writeJson } from '../../foundation/exact-json.js';
import { visibleText } from '../../foundation/invisible.js';

/** A change that waits for its user, as its event shows it; the other fields belong to its kind. */
export interface ShownPreview extends JsonObject {
  kind: string;
  preview_id: string;
  tool_use_id: string;
  description: string;
  expires_at: string;
  payload_sha256: string;
}

/** The preview an event shows; undefined for others, and for a change that a policy let through. */
export function previewIn(event: AgentEvent): ShownPreview | undefined {
  if (event.type !== 'plugin_event') return undefined;
  const { name: kind, data } = event;
  const isWhole = FIELDS.every((field) => typeof data[field] === 'string');
  const isPreview = isWhole && typeof data['state'] !== 'string';
  return isPreview ? ({ ...data, kind } as unknown as ShownPreview) : undefined;
}

const FIELDS = ['preview_id', 'tool_use_id', 'description', 'expires_at', 'payload_sha256'];

const MAX_LINES = 12;
const MAX_VALUE = 80;

const PROTECTIONS: Readonly<Record<string, string>> = {
  etag: 'It is refused if this changes before it is accepted.',
  recheck: 'It is checked again when it is accepted, and refused if this has changed by then.',
  none: 'It is not protected: what others change meanwhile is not noticed.',
};
const REVERSALS: Readonly<Record<string, string>> = {
  undo: 'It can be undone.',
  manual: 'It can only be taken back by hand.',
  no: 'It cannot be undone.',
  unknown: 'Whether it can be undone is not known.',
};

export function previewLines(preview: ShownPreview): string[] {
  const { target, request, diff, dropped, notes, protection, reversible, dry_run: tried } = preview;
  const { label: name, id } = isObject(target) ? target : {};
  // An id alone says nothing.
  const label = name === id && isObject(request) ? request['path'] : name;
  const safety = [PROTECTIONS[String(protection)], REVERSALS[String(reversible)]].filter(Boolean);
  return [
    ...(typeof label === 'string' ? [`Changes ${label}.`] : []),
    ...diffLines(diff),
    ...(textsIn(dropped).length > 0
      ? [`Left out, so it would be lost: ${textsIn(dropped).join(', ')}.`]
      : []),
    ...textsIn(notes),
    ...(typeof tried === 'string' ? [`Tried without saving: ${tried}`] : []),
    ...(safety.length > 0 ? [safety.join(' ')] : []),
  ].map((line) => visibleText(line).replaceAll(/\s+/g, ' ').trim());
}

function diffLines(diff: unknown): string[] {
  if (!Array.isArray(diff)) return [];
  if (diff.length === 0) return ['Nothing would change: both are the same.'];
  const lines = diff.filter(isObject).map(({ op, path, before, value }) => {
    const name = String(path).slice(1).replaceAll('/', '.') || 'all of it';
    const old = before === undefined ? (op === 'add' ? 'not set' : 'not known') : short(before);
    return `${name}: ${old} → ${op === 'remove' ? 'removed' : short(value)}`;
  });
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `and ${rest} more differences`] : lines;
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : writeJson(value ?? null);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

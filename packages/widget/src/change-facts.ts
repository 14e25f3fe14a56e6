import { writeJson } from '../../../src/foundation/exact-json.js';
import { isObject } from '../../../src/foundation/json.js';
import { el } from './dom.js';

const PROTECTIONS: Readonly<Record<string, string>> = {
  etag: 'Protected: it is refused if this changes before you accept.',
  recheck: 'Checked again when you accept: it is refused if this has changed by then.',
  none: 'Not protected: what others change meanwhile is not noticed.',
};
const REVERSALS: Readonly<Record<string, string>> = {
  undo: 'It can be undone.',
  manual: 'It can only be taken back by hand.',
  no: 'It cannot be undone.',
  unknown: 'Whether it can be undone is not known.',
};

type Fields = Record<string, unknown>;

/** What a person should know before they decide: what differs, what would be lost, how safe it is, what is sent. */
export function changeFacts(preview: Fields): HTMLElement[] {
  const { dropped, notes, reversible, dry_run: tried, state = 'waiting' } = preview;
  const label = labelIn(preview);
  const lost = textsIn(dropped);
  const protection = state === 'waiting' ? PROTECTIONS[String(preview['protection'])] : undefined;
  const safety = `${protection ?? ''} ${REVERSALS[String(reversible)] ?? ''}`;
  return [
    ...(typeof label === 'string' ? [el('div', {}, 'Changes ', el('b', {}, label))] : []),
    differences(preview),
    ...(lost.length > 0
      ? [el('div', {}, 'Left out, so it would be lost: ', el('b', {}, lost.join(', ')))]
      : []),
    ...textsIn(notes).map((note) => el('div', { class: 'muted' }, note)),
    ...(typeof tried === 'string' ? [el('div', {}, `Tried without saving: ${tried}`)] : []),
    ...(safety.trim() === '' ? [] : [el('div', { class: 'muted' }, safety.trim())]),
    sent(preview),
  ];
}

/** What an accepted change came to, where that is not known or not what was accepted. */
export function outcomeFacts(stored: Fields): HTMLElement[] {
  const { state, result, stored_otherwise: otherwise, stored_unread: unread } = stored;
  if (state !== 'accepted') return [];
  const rows = Array.isArray(otherwise) ? otherwise.map((one) => storedRow(fieldsOf(one))) : [];
  return [
    ...(fieldsOf(result)['pending'] === true
      ? [el('div', {}, 'The backend has accepted it and not finished it yet.')]
      : []),
    ...(typeof unread === 'string'
      ? [el('div', {}, `Whether it is stored as you accepted it could not be read. ${unread}`)]
      : []),
    ...(rows.length > 0
      ? [
          el('div', { class: 'problem' }, 'Right after it, the backend shows this otherwise:'),
          list(rows),
        ]
      : []),
  ];
}

function storedRow({ path, accepted, stored }: Fields): Row {
  if (path === '/exists')
    return ['it', '', stored === true ? 'can still be read' : 'cannot be read', ''];
  return [nameOf(path), textOf(accepted), textOf(stored), ''];
}

/** What is changed, by its name; of what has none, its place, as an id alone says nothing. */
function labelIn({ target, request }: Fields): unknown {
  const { label, id } = fieldsOf(target);
  const { path } = fieldsOf(request);
  return label === id && typeof path === 'string' ? path : label;
}

/** Field by field what it was and what it becomes; of what has no differences, what is sent. */
function differences({ diff, payload, request, call, notes, origins }: Fields): HTMLElement {
  if (Array.isArray(diff)) {
    if (diff.length === 0) return el('div', {}, 'Nothing would change: both are the same.');
    return list(diff.map((one) => difference(fieldsOf(one), origins)));
  }
  const body = fieldsOf(request)['body'] ?? fieldsOf(call)['arguments'];
  const shown = Object.entries(
    fieldsOf(request === undefined && call === undefined ? payload : body),
  );
  const why = textsIn(notes).length > 0 ? '' : 'There is nothing to compare with. ';
  const title = el('div', { class: 'muted' }, `${why}${shown.length > 0 ? 'What is sent:' : ''}`);
  return el(
    'div',
    {},
    title,
    list(shown.map(([name, value]) => [name, '', textOf(value), originOf(`/${name}`, origins)])),
  );
}

type Row = readonly [name: string, before: string, after: string, origin: string];

function difference({ op, path, before, value }: Fields, origins: unknown): Row {
  const unset = op === 'add' ? 'not set' : 'not known';
  return [
    nameOf(path),
    before === undefined ? unset : textOf(before),
    op === 'remove' ? 'removed' : textOf(value),
    originOf(String(path), origins),
  ];
}

/** A place in a record, as people write it. */
function nameOf(path: unknown): string {
  return String(path).slice(1).replaceAll('/', '.') || 'all of it';
}

/** That a record said a value, or that nobody did; of a value that the user said, nothing. */
function originOf(path: string, origins: unknown): string {
  const all = Array.isArray(origins) ? origins.filter(isObject) : [];
  const value = all.find(
    (one) => String(one['path']).replace(/^\/(?:body|arguments)\//, '/') === path,
  );
  if (value?.['origin'] === 'none') return ' found nowhere: the model wrote it';
  const [place] = Array.isArray(value?.['found']) ? value['found'].filter(isObject) : [];
  return value?.['origin'] === 'read' ? ` read by ${String(place?.['tool'])}` : '';
}

function list(rows: readonly Row[]): HTMLElement {
  return el(
    'dl',
    {},
    ...rows.flatMap(([name, before, after, origin]) => [
      el('dt', {}, name),
      el(
        'dd',
        {},
        ...(before === '' ? [] : [el('del', {}, before), ' → ']),
        el('ins', {}, after),
        ...(origin === '' ? [] : [el('small', { class: 'muted' }, origin)]),
      ),
    ]),
  );
}

/** To the byte, for who wants to see it. */
function sent({ payload, request }: Fields): HTMLElement {
  const { method, path } = fieldsOf(request);
  const line = typeof path === 'string' ? `${String(method)} ${path}` : 'What is sent';
  return el(
    'details',
    { class: 'muted' },
    el('summary', {}, line),
    el('pre', { tabindex: '0' }, writeJson(payload, null, 2)),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

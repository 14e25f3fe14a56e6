import { isNumber } from '../../../foundation/exact-number.js';
import { isObject, ownValue, type JsonObject, asObject } from '../../../foundation/json.js';
import type { RunScratch, Slot } from '../../run-scratch.js';
import type { ReadClient } from '../../sources/clients.js';
import { firstChars } from '../../../foundation/text.js';
import { defined } from '../../../foundation/defined.js';
import { readObject } from './known-state.js';
import type { RequestRules } from './request-rules.js';

export type NamesByPath = Map<string, Promise<string | undefined>>;

const slot: Slot<Map<string, NamesByPath>> = { make: () => new Map() };

export function namesReadOf(scratch: RunScratch, source: string): NamesByPath {
  const bySource = scratch.of(slot);
  const known = bySource.get(source) ?? (new Map() as NamesByPath);
  bySource.set(source, known);
  return known;
}

const MOST = 4;
const ID = /^[\w-]{1,64}$/;

/** The names of what the fields of these objects refer to, as the caller may read them; what cannot be read has none. */
export async function referredNames(
  { refers = {} }: RequestRules,
  objects: readonly unknown[],
  read: ReadClient,
  known: NamesByPath,
): Promise<{ field: string; id: string; name: string }[] | undefined> {
  const asked = Object.entries(refers).flatMap(([field, template]) => {
    const values = objects.map((object) => isObject(object) && ownValue(object, field));
    const ids = values.filter((value) => typeof value === 'string' || isNumber(value)).map(String);
    const known = [...new Set(ids)].filter((id) => ID.test(id));
    const start = template.slice(0, template.indexOf('{'));
    return known.map((id) => ({ field, id, template, path: start + id }));
  });
  const named = await Promise.all(
    asked.slice(0, MOST).map(async ({ field, id, template, path }) => {
      const asking = known.get(path) ?? nameAt(read, path, template);
      known.set(path, asking);
      const name = await asking;
      return name === undefined ? [] : [{ field, id, name }];
    }),
  );
  return named.flat().length === 0 ? undefined : named.flat();
}

async function nameAt(read: ReadClient, path: string, template: string) {
  const image = await readObject(read, { path }, template);
  const label = image.kind === 'value' && isObject(image.value) ? labelIn(image.value) : undefined;
  return label && shortLabel(label);
}

const LABELS = ['name', 'title', 'label', 'display_name', 'displayName', 'subject', 'key', 'login'];

const MAX_NAME = 60;

/** As it stands in a sentence: on one line, and cut. */
export function shortLabel(label: string): string {
  return firstChars(label.replaceAll(/\s+/g, ' '), MAX_NAME);
}

export function labelIn(record: JsonObject): string | undefined {
  return labelOf((key) => record[key]);
}

/** The same of a record whose fields are asked for one by one. */
export function labelOf(field: (name: string) => unknown): string | undefined {
  const texts = LABELS.map(field).filter((value) => typeof value === 'string');
  return texts.find((text) => text.trim() !== '' && text.length <= 200);
}

export function namesIn(body: unknown): JsonObject {
  if (!isObject(body)) return {};
  const inner = asObject(body['metadata']);
  const id = body['id'] ?? inner['uid'] ?? body['key'] ?? inner['name'];
  return defined({
    id: typeof id === 'string' || isNumber(id) ? String(id) : undefined,
    name: labelIn({ ...inner, ...body }),
  });
}

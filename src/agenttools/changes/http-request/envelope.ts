import { writeJson } from '../../../foundation/exact-json.js';
import {
  isObject,
  ownValue,
  escapePart,
  pointerKeys,
  valueAt,
  asObject,
} from '../../../foundation/json.js';
import type { RequestRules } from './request-rules.js';

const USUAL_KEYS = ['id', 'key', 'slug'];

/** The fields that may hold a path parameter, likeliest first: `{featureName}` is in `featureName` or `name`. */
export function identifyingFields(parameter: string): string[] {
  const words = parameter
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/);
  const last = words.at(-1)?.toLowerCase() ?? '';
  const own = ['name', ...USUAL_KEYS].includes(last) ? [last] : [];
  return [...new Set([parameter, ...own, ...USUAL_KEYS])];
}

export function lastParameter(pathTemplate: string): string {
  return /\{([^{}]+)\}\/?$/.exec(pathTemplate)?.[1] ?? '';
}

/** The form of an object: its fields, and the forms of those that hold an object themselves. */
export interface Shape {
  names: readonly string[];
  inner(name: string): Shape | undefined;
}

/** Where the object stands, as JSON pointers: in what is read, and in what is sent. Empty: it is the whole. */
export interface Envelope {
  read: string;
  body: string;
}

export function shapeOfValue(value: unknown): Shape | undefined {
  if (!isObject(value)) return undefined;
  return { names: Object.keys(value), inner: (name) => shapeOfValue(ownValue(value, name)) };
}

/** Usual names of what holds the object in an answer; they decide only where its form does not. */
const USUAL = new Set(['data', 'result', 'item']);
const MAX_DEPTH = 2;
const MAX_INNER = 60;

interface Candidate {
  steps: readonly string[];
  shape: Shape;
  /** It has a field that tells it from others of its kind, so that it is the object itself. */
  hasId: boolean;
  /** What it is in holds nothing else, or has a name that says so. */
  isWrapped: boolean;
}

/** Finds the object in what is read and sent: both have its fields, and the path names it by one. Undefined: not known. */
export function findEnvelope(
  pathTemplate: string,
  read: Shape | undefined,
  body: Shape | undefined,
): Envelope & { isSure: boolean } {
  const [path = ''] = pathTemplate.split('?');
  const isNamed = nameTest(path);
  const bodies = body === undefined ? [] : bodyCandidates(body, isNamed);
  if (read === undefined)
    return { read: '', body: pointerTo(bodies.find(({ isWrapped }) => isWrapped)), isSure: false };
  const ids = identifyingFields(lastParameter(path));
  const reads = readCandidates(read, ids, isNamed);
  const pairs = reads.flatMap((one) =>
    (bodies.length === 0 ? [undefined] : bodies).map((sent) => ({
      read: one,
      body: sent,
      overlap: sent === undefined ? 0 : overlapOf(sent, one),
    })),
  );
  const [best] = pairs
    .filter(isPossible)
    .sort(
      (a, b) =>
        b.overlap - a.overlap ||
        Number(isClear(b.read)) - Number(isClear(a.read)) ||
        a.read.steps.length - b.read.steps.length,
    );
  if (best === undefined) return { read: '', body: '', isSure: false };
  const [wrapper] = best.overlap === 0 ? best.read.steps : [];
  const same = (one: Candidate) => one.isWrapped || one.steps[0] === wrapper;
  const found = (wrapper === undefined ? undefined : bodies.find(same)) ?? best.body;
  const isSure = best.overlap > 0 || best.read.hasId;
  return { read: pointerTo(best.read), body: pointerTo(found), isSure };
}

interface Pair {
  read: Candidate;
  body: Candidate | undefined;
  overlap: number;
}

/** Something other than the whole is the object only where it shows that by its fields. */
function isPossible({ read, body, overlap }: Pair, _at: number, all: readonly Pair[]): boolean {
  const [step] = body?.steps ?? [];
  // What the object itself has as a field is no wrapper around what is sent.
  if (read.steps.length === 0) return step === undefined || !read.shape.names.includes(step);
  if (overlap === 0 && !isClear(read)) return false;
  const root = all.filter(({ read: { steps } }) => steps.length === 0);
  if (root[0]?.read.hasId !== true) return true;
  // The id at the top may be that of the request: only where nothing else there is what is sent.
  const isBare = body !== undefined && body.steps.length === 0;
  return isBare && isClear(read) && overlap > 0 && root.every((one) => one.overlap === 0);
}

function isClear({ hasId, isWrapped }: Candidate): boolean {
  return hasId && isWrapped;
}

function overlapOf(body: Candidate, read: Candidate): number {
  const [only] = body.shape.names;
  // `{data: …}` on both sides is a wrapper as well as a field.
  const isDoubtful =
    body.steps.length === 0 && read.steps.length === 0 && body.shape.names.length === 1;
  if (isDoubtful && only !== undefined && body.shape.inner(only) && read.shape.inner(only))
    return 0;
  return body.shape.names.filter((name) => read.shape.names.includes(name)).length;
}

function readCandidates(root: Shape, ids: readonly string[], isNamed: NameTest): Candidate[] {
  const found: Candidate[] = [];
  const visit = (shape: Shape, steps: readonly string[], isWrapped: boolean): void => {
    const attributes = steps.length === 0 ? undefined : attributesIn(shape);
    if (attributes !== undefined) {
      found.push({ steps: [...steps, ATTRIBUTES], shape: attributes, hasId: true, isWrapped });
      return;
    }
    const hasId = ids.some((name) => shape.names.includes(name));
    found.push({ steps, shape, hasId, isWrapped: isWrapped && steps.length > 0 });
    if (steps.length === MAX_DEPTH || (hasId && steps.length > 0)) return;
    for (const name of shape.names.slice(0, MAX_INNER)) {
      const inner = shape.inner(name);
      const isOnly = shape.names.length === 1;
      if (inner !== undefined)
        visit(inner, [...steps, name], isWrapped && (isOnly || isNamed(name)));
    }
  };
  visit(root, [], true);
  return found;
}

/** The body as it is, and what its only field holds; of JSON:API the attributes alone. */
function bodyCandidates(body: Shape, isNamed: NameTest): Candidate[] {
  const whole = { steps: [], shape: body, hasId: false, isWrapped: false };
  const resource = body.inner('data');
  const attributes = resource && attributesIn(resource);
  if (attributes !== undefined)
    return [{ steps: ['data', ATTRIBUTES], shape: attributes, hasId: false, isWrapped: true }];
  const [only, ...others] = body.names;
  const inner = only === undefined || others.length > 0 ? undefined : body.inner(only);
  if (only === undefined || inner === undefined) return [whole];
  return [whole, { steps: [only], shape: inner, hasId: false, isWrapped: isNamed(only) }];
}

const ATTRIBUTES = 'attributes';

function attributesIn(shape: Shape): Shape | undefined {
  return shape.names.includes('type') ? shape.inner(ATTRIBUTES) : undefined;
}

function pointerTo(candidate: Candidate | undefined): string {
  return (candidate?.steps ?? []).map((step) => `/${escapePart(step)}`).join('');
}

type NameTest = (name: string) => boolean;

/** Usual names, and the singular of what the path names: as far as its last letter the same. */
function nameTest(pathTemplate: string): NameTest {
  const literals = pathTemplate.split('/').filter((part) => part !== '' && !part.includes('{'));
  const plural = flat(literals.at(-1) ?? '');
  return (name) => {
    if (USUAL.has(name.toLowerCase())) return true;
    const stem = flat(name).slice(0, -1);
    return stem.length > 1 && plural.startsWith(stem) && plural.length - stem.length <= 3;
  };
}

function flat(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** A value with another one at a place in it that is there. */
export function withValueAt(whole: unknown, pointer: string, value: unknown): unknown {
  const [key, ...rest] = pointerKeys(pointer);
  if (key === undefined) return value;
  const below = rest.map((step) => `/${escapePart(step)}`).join('');
  const inner = asObject(whole);
  return { ...inner, [key]: withValueAt(ownValue(inner, key), below, value) };
}

/** The object in a body; the body itself where it does not have that form. */
export function sentObject(body: unknown, envelope: Partial<Envelope> | undefined): unknown {
  const pointer = envelope?.body ?? '';
  const inner = valueAt(body, pointer);
  return pointer !== '' && isObject(inner) ? inner : body;
}

/** A body with this in the place of its object. */
export function withObject(body: unknown, envelope: RequestRules['envelope'], object: unknown) {
  const isWhole = sentObject(body, envelope) === body;
  return withValueAt(body, isWhole ? '' : (envelope?.body ?? ''), object);
}

export function sentShape(
  body: unknown,
  { envelope, fields = [] }: Pick<RequestRules, 'envelope' | 'fields'>,
): Shape | undefined {
  const object = shapeOfValue(sentObject(body, envelope));
  if (object === undefined) return undefined;
  const whole = { ...object, names: [...new Set([...object.names, ...fields])] };
  const steps = sentObject(body, envelope) === body ? [] : pointerKeys(envelope?.body ?? '');
  return shapeAround(shapeOfValue(body), steps, whole);
}

function shapeAround(outer: Shape | undefined, [step, ...rest]: string[], object: Shape): Shape {
  if (step === undefined) return object;
  const inside = shapeAround(outer?.inner(step), rest, object);
  const inner = (name: string) => (name === step ? inside : outer?.inner(name));
  return { names: outer?.names ?? [step], inner };
}

/** What is sent beside the object and is not there already, such as the relationships of JSON:API. */
export function sentBeside(body: unknown, { read, body: at }: Envelope, whole: unknown): string[] {
  const beside: string[] = [];
  const steps = pointerKeys(at);
  const isAlike = read === at;
  let sent: unknown = body;
  let stored: unknown = isAlike ? whole : undefined;
  for (const step of steps) {
    if (!isObject(sent)) break;
    const known = asObject(stored);
    for (const [name, value] of Object.entries(sent))
      if (name !== step && writeJson(ownValue(known, name) ?? null) !== writeJson(value ?? null))
        beside.push(name);
    sent = ownValue(sent, step);
    stored = ownValue(known, step);
  }
  return beside;
}

/** With its identity, which JSON:API puts beside the attributes; the whole answer where it is not of that form. */
export function answeredObject(answer: unknown, pointer: string): unknown {
  const object = valueAt(answer, pointer);
  if (pointer === '' || !isObject(object)) return answer;
  const holder = valueAt(answer, pointer.slice(0, pointer.lastIndexOf('/')));
  const { id } = asObject(holder);
  return id === undefined || Object.hasOwn(object, 'id') ? object : { id, ...object };
}

/** Where the secrets of the object are: what is sent may hold it in a wrapper. */
export function objectSecrets({
  secrets,
  envelope,
}: Pick<RequestRules, 'secrets' | 'envelope'>): string[] {
  return placesBelow(envelope?.body ?? '', secrets);
}

export function placesBelow(at: string, places: readonly string[]): string[] {
  return places.filter((one) => one.startsWith(`${at}/`)).map((one) => one.slice(at.length));
}

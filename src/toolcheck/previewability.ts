import { withValueAt } from '../agenttools/changes/http-request/envelope.js';
import { reversalOf } from '../agenttools/changes/http-request/reversal.js';
import type { Operation } from '../agenttools/sources/openapi/operation.js';
import { followedObject } from '../agenttools/sources/openapi/document/pointer.js';
import { isObject, type JsonObject, asObject } from '../foundation/json.js';

/** What makes a preview of a change tell more, and its acceptance safer. */
const ASPECTS = ['read twin', 'ETag', 'dry run', 'undo', 'idempotency key'] as const;
type Aspect = (typeof ASPECTS)[number];

type Changing = Pick<Operation, 'method' | 'pathTemplate' | 'rules'>;

/** Undefined for what makes something new, which has nothing to be read before, and for a read. */
export function previewabilityOf(
  operation: Changing | undefined,
): Readonly<Partial<Record<Aspect, boolean | undefined>>> {
  const { method = '', rules } = operation ?? {};
  if (operation === undefined || rules === undefined) return {};
  const { action, twin, tagged, dryRun, idempotencyHeader } = rules;
  const isShown = action === 'create' ? undefined : twin !== undefined && action !== 'action';
  // The others come to the same however often they are sent.
  const isRepeated = method === 'POST' || method === 'PATCH';
  return {
    'read twin': isShown,
    ETag: isShown && tagged === true,
    'dry run': dryRun !== undefined,
    undo: isUndoable(operation),
    'idempotency key': isRepeated ? idempotencyHeader !== undefined : undefined,
  };
}

/** Whether it could be taken back where all is as documented: asked of the code that previews ask. */
function isUndoable({ method, pathTemplate, rules }: Changing): boolean {
  if (rules === undefined) return false;
  const path = pathTemplate.replaceAll(/\{[^{}]*\}/g, 'x');
  const names = [...(rules.fields ?? []), ...(rules.remade?.fields ?? [])];
  const before = Object.fromEntries(names.map((name) => [name, 'x']));
  const sent = rules.action === 'replace' ? before : {};
  const body =
    rules.action === 'json_patch' ? [] : withValueAt({}, rules.envelope?.body ?? '', sent);
  const read = rules.twin && { before, existed: rules.opposite === 'PUT' };
  const payload = { method, path_template: pathTemplate, path, body };
  return reversalOf(payload, { rules, ...read }).reversible === 'undo';
}

export function lackedBy(operation: Changing | undefined): Aspect[] {
  const has = previewabilityOf(operation);
  return ASPECTS.filter((aspect) => has[aspect] === false);
}

/** How many changes of a source have each, of those that could; `all`: a line for each change, too. */
export function previewabilityLines(operations: readonly Changing[], all: boolean): string[] {
  const changes = operations.filter(({ rules }) => rules !== undefined);
  const each = changes.map((one) => previewabilityOf(one));
  const counts = ASPECTS.map((aspect) => {
    const could = each.flatMap((has) => has[aspect] ?? []);
    return `  ${aspect.padEnd(15)} ${could.filter(Boolean).length} of ${could.length}`;
  });
  const lines = changes.map(
    (one) => `  ${one.method} ${one.pathTemplate} lacks ${lackedBy(one).join(', ') || 'nothing'}`,
  );
  return changes.length === 0 ? [] : ['Previews of changes:', ...counts, ...(all ? lines : [])];
}

/** Actions of an overlay for what changes lack: reads and idempotency keys. Each claims something: a person has to look at it. */
export function proposeOverlay(document: JsonObject, operations: readonly Operation[]) {
  const name = operations.find(({ rules }) => rules?.idempotencyHeader)?.rules?.idempotencyHeader;
  const reads = new Map(
    operations.flatMap((one) => {
      const update = lackedBy(one).includes('read twin') ? readOf(document, one) : undefined;
      return update === undefined ? [] : [[one.pathTemplate, update] as const];
    }),
  );
  const unkeyed = operations.filter((one) => lackedBy(one).includes('idempotency key'));
  return [
    ...[...reads].map(([path, get]) => ({
      target: `$.paths${step(path)}`,
      description:
        'No GET is declared here, so previews show no before, and nothing is compared or undone. Keep this if the backend answers one in this form; one that answers 404 would have previews say that nothing is there.',
      update: { get },
    })),
    ...(name === undefined ? [] : unkeyed).map(({ method, pathTemplate }) => ({
      target: `$.paths${step(pathTemplate)}.${method.toLowerCase()}`,
      description: `Other operations take ${name}. Keep this if the backend takes it here too: a request with a key may be sent again after a crash.`,
      update: { parameters: [{ in: 'header', name, schema: { type: 'string' } }] },
    })),
  ];
}

/** A GET that answers what a PUT or PATCH is answered with, or else what it sets; undefined where neither is told. */
function readOf(document: JsonObject, { method, pathTemplate, rules }: Operation) {
  const at = (holder: unknown, ...keys: string[]) =>
    keys.reduce((one, key) => followedObject(document, one[key]), asObject(holder));
  const { [pathTemplate]: item } = at(document, 'paths');
  // What stands elsewhere is shared with other paths; what a DELETE or POST takes need not be what stands there.
  const isOwn = isObject(item) && item['$ref'] === undefined && item['get'] === undefined;
  if (!isOwn || rules?.twin !== undefined || !/^(PUT|PATCH)$/.test(method)) return undefined;
  const source = at(item, method.toLowerCase());
  const { parameters, requestBody } = source;
  const responses = at(source, 'responses');
  const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? '';
  const schemaOf = (holder: unknown): unknown =>
    at({ holder }, 'holder', 'content', 'application/json')['schema'];
  const schema = schemaOf(responses[status]) ?? schemaOf(requestBody);
  const inPath = [parameters ?? []].flat().filter((one) => at({ one }, 'one')['in'] === 'path');
  const content = { 'application/json': { schema } };
  const answer = { description: 'What is there now', content };
  return schema === undefined ? undefined : { parameters: inPath, responses: { '200': answer } };
}

function step(key: string): string {
  return `['${key.replaceAll(/['\\]/g, String.raw`\$&`)}']`;
}

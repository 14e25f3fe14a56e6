import { withValueAt } from '../agenttools/changes/http-request/envelope.js';
import { reversalOf } from '../agenttools/changes/http-request/reversal.js';
import type { Operation } from '../agenttools/sources/openapi/operation.js';

/** What makes a preview of a change tell more, and its acceptance safer. */
const ASPECTS = ['read twin', 'ETag', 'dry run', 'undo', 'idempotency key'] as const;
export type Aspect = (typeof ASPECTS)[number];

type Changing = Pick<Operation, 'method' | 'pathTemplate' | 'rules'>;

/**
 * What previews of an operation will have, as its document and the operator's conventions tell it. Undefined: it has no
 * use for that, as what makes something new has nothing to be read before, and a read for nothing.
 */
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
  return (
    reversalOf({ method, path_template: pathTemplate, path, body }, { rules, ...read }) === 'undo'
  );
}

/** What a change lacks of what it could have. */
export function lackedBy(operation: Changing | undefined): Aspect[] {
  const has = previewabilityOf(operation);
  return ASPECTS.filter((aspect) => has[aspect] === false);
}

/** How many changes of a source have each, of those that could; `all`: a line for each change, too. */
export function previewabilityLines(operations: readonly Changing[], all: boolean): string[] {
  const changes = operations.filter(({ rules }) => rules !== undefined);
  const counts = ASPECTS.map((aspect) => {
    const could = changes.flatMap((one) => previewabilityOf(one)[aspect] ?? []);
    return `  ${aspect.padEnd(15)} ${could.filter(Boolean).length} of ${could.length}`;
  });
  const lines = changes.map(
    (one) => `  ${one.method} ${one.pathTemplate} lacks ${lackedBy(one).join(', ') || 'nothing'}`,
  );
  return changes.length === 0 ? [] : ['Previews of changes:', ...counts, ...(all ? lines : [])];
}

import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import type { ReadyAction } from './actions.js';

/** The body of a saved rule, for what a draft cannot say: several ways that lead into one action. */
export function* savedBody(id: string): kit.Part<kit.JsonObject> {
  const data = kit.objectOf(
    yield* kit.need('get_workflow_rule', { workflow_id: id, format: 'editable' }),
  );
  return withoutNulls(data['workflow']);
}

/** Without an action: what led to it leads to the one action behind it. Undefined where several stand there. */
export function withoutAction(body: kit.JsonObject, name: string): kit.JsonObject | undefined {
  const actions = kit.objectsOf(body['actions']);
  const gone = actions.find((action) => action['name'] === name)?.['id'];
  const edges = kit.objectsOf(body['edges']);
  const behind = new Set(
    edges.flatMap((edge) => (edge['source_action_id'] === gone ? [edge['target_action_id']] : [])),
  );
  if (gone === undefined || behind.size > 1) return undefined;
  const [next] = behind;
  const linked = edges
    .filter((edge) => edge['source_action_id'] !== gone)
    .map((edge) => (edge['target_action_id'] === gone ? { ...edge, target_action_id: next } : edge))
    .filter((edge) => edge['target_action_id'] !== undefined);
  const unique = new Map(linked.map((edge) => [JSON.stringify({ ...edge, edge_order: 0 }), edge]));
  return {
    ...body,
    actions: actions.filter((action) => action['id'] !== gone),
    edges: [...unique.values()],
  };
}

/** With further actions, each behind the one it names, else the first behind the only end. Undefined where there are several. */
export function withActions(
  body: kit.JsonObject,
  added: readonly ReadyAction[],
): kit.JsonObject | undefined {
  const actions = kit.objectsOf(body['actions']);
  const edges = kit.objectsOf(body['edges']);
  const ends = actions.filter(({ id }) => !edges.some((edge) => edge['source_action_id'] === id));
  if (added[0]?.after === undefined && ends.length !== 1) return undefined;
  const further = added.map(({ name, after = kit.textOf(ends[0]?.['name']) }) => {
    const [, source = after, port] = /^([^]*):(\w+)$/.exec(after) ?? [];
    const edge = { source_action_id: source, target_action_id: name, edge_type: 'sequence' };
    return { ...edge, ...defined({ source_output: port }) };
  });
  const made = added.map(({ name, type, config }) => ({ name, action_type: type, config }));
  return { ...body, actions: [...actions, ...made], edges: [...edges, ...further] };
}

/** A deep copy without fields that hold null: the preview takes none. */
function withoutNulls(whole: unknown): kit.JsonObject {
  const text = JSON.stringify(whole, (_key, value: unknown) => value ?? undefined);
  return kit.objectOf(JSON.parse(text));
}

import { isDeepStrictEqual } from 'node:util';
import type { Agent } from '../agentloop/agent.js';
import { selectTools, type SelectionDeps } from '../agentloop/select-tools.js';
import { isPluginKind, type AskedBy } from '../agenttools/changes/policies/change-policy.js';
import type { RequestPayload } from '../agenttools/changes/http-request/request-payload.js';
import type { Operation } from '../agenttools/sources/openapi/operation.js';
import type { ToolSource } from '../agenttools/sources/tool-source.js';
import type { Tool } from '../agenttools/tool.js';
import { parseJson } from '../foundation/exact-json.js';
import { isByPolicy, type StoredPreview } from '../store/previews.model.js';
import type { KeptMessage } from '../store/replays.store.js';
import { lackedBy } from '../toolcheck/previewability.js';

export interface ReplayedSource {
  tools: readonly Tool[];
  operations: readonly Operation[];
  asked: Pick<ToolSource, 'checkChange' | 'policyOf'>;
  roles: readonly string[];
}

export type Sources = ReadonlyMap<string, ReplayedSource>;

export interface Loss {
  kind: 'no longer previewed' | 'previewed with less' | 'decided otherwise' | 'no longer found';
  what: string;
  why: string;
  id: string;
  at: Date;
  /** What the change was called, or the user wrote. */
  text: string;
}

/** What would be lost; undefined where there is nothing to lose: it is of no source here, or is not so now either. */
export type Outcome = readonly Loss[] | undefined;

/** Would this accepted change still be proposed, with what, and who decides? Asked of what accepting asks. */
export function replayChange(preview: StoredPreview, old: Sources, now: Sources): Outcome {
  const { id, createdAt: at, description: text, source = '' } = preview;
  const exact = preview.sent ?? preview.edited ?? preview.shown;
  const payload = parseJson(exact.text) as RequestPayload;
  const { method, path_template: template, tool } = payload;
  const what = template === undefined ? String(tool) : `${method} ${template}`;
  const [before, after] = [old.get(source), now.get(source)];
  if (before === undefined || isPluginKind(preview.kind) || faultsIn(before, payload).length > 0)
    return undefined;
  const lost = (kind: Loss['kind'], why: string): Loss => ({ kind, what, why, id, at, text });
  if (after === undefined) return [lost('no longer previewed', `There is no source "${source}".`)];
  const was = operationOf(before, payload);
  const is = operationOf(after, payload);
  const moved = is === undefined ? payload : { ...payload, path_template: is.pathTemplate };
  const faults = [...faultsIn(after, moved), ...otherParameters(was, is, payload)];
  if (faults.length > 0) return faults.map((why) => lost('no longer previewed', why));
  const lacked = lackedBy(was);
  const lacks = lackedBy(is).filter((aspect) => !lacked.includes(aspect));
  const policy = otherPolicy(preview, [before, payload], [after, moved]);
  return [
    ...(lacks.length > 0 ? [lost('previewed with less', `no ${lacks.join(', ')}`)] : []),
    ...(policy === undefined ? [] : [lost('decided otherwise', policy)]),
  ];
}

function faultsIn({ asked }: ReplayedSource, payload: RequestPayload): string[] {
  return (asked.checkChange?.(payload) ?? []).map(({ message }) => message);
}

/** The write of the same method and path, whatever its parameters are called. */
function operationOf({ operations }: ReplayedSource, payload: RequestPayload) {
  const place = placeOf(payload.method, payload.path_template ?? '');
  return operations.find((one) => !one.reads && placeOf(one.method, one.pathTemplate) === place);
}

function placeOf(method: string, template: string): string {
  return `${method} ${template.replaceAll(/\{[^{}]*\}/g, '{}')}`;
}

/** What checking a payload leaves out: parameters that were sent and are gone, and headers that are needed now. */
function otherParameters(
  was: Operation | undefined,
  is: Operation | undefined,
  { query = '', headers = {} }: RequestPayload,
): string[] {
  const sent = [...new URLSearchParams(query).keys(), ...Object.keys(headers)];
  const [then, now] = [was, is].map((one) =>
    (one?.parameters ?? []).filter(({ place }) => place !== 'path'),
  );
  const known = new Set(now?.map(({ name }) => name));
  const gone = then?.filter(({ name }) => sent.includes(name) && !known.has(name)) ?? [];
  const needed =
    now?.filter((one) => one.required && one.place === 'header' && !sent.includes(one.name)) ?? [];
  return [
    ...gone.map(({ name }) => `It takes no "${name}" any more.`),
    ...needed.map(({ name }) => `It needs the header "${name}" now.`),
  ];
}

type Sent = readonly [ReplayedSource, RequestPayload];

/** Who asked is known, but not their roles: those count with which the policies of now come to what happened. */
function otherPolicy(preview: StoredPreview, before: Sent, after: Sent): string | undefined {
  const origins = (preview.details?.['origins'] ?? []) as AskedBy['origins'];
  const callers = [[], ...[...before[0].roles, ...after[0].roles].map((role) => [role])];
  const decided = callers.map((roles) =>
    [before, after].map(
      ([{ asked }, payload]) =>
        asked.policyOf?.(payload, { roles, origins }) ?? { policy: 'preview' },
    ),
  );
  const { approval } = preview;
  const usual = { policy: isByPolicy(preview) ? 'direct' : 'preview' };
  const happened = approval === undefined ? usual : { policy: 'approver', role: approval.role };
  const likely = decided.filter(([was]) => isDeepStrictEqual(was, happened));
  const other = (likely.length > 0 ? likely : decided).find(
    ([was, is]) => !isDeepStrictEqual(was, is),
  );
  return other?.map((one) => Object.values(one).join(' ')).join(', now ');
}

/** What is offered for a message at first, and behind that the next best; empty where its agent is none of these. */
export async function offeredFor(
  { contextType, message, earlier }: KeptMessage,
  agents: readonly Agent[],
  deps: SelectionDeps,
): Promise<{ names: string[]; nextBest: readonly string[] }> {
  const agent = agents.find((one) => one.contextType === contextType);
  if (agent === undefined) return { names: [], nextBest: [] };
  const history = earlier.map((content) => ({ role: 'user' as const, content }));
  const { signal } = new AbortController();
  const active = await selectTools({ agent, requestContext: {}, message, history, signal }, deps);
  return { names: active.names(), nextBest: active.nextBest };
}

export type Offered = Awaited<ReturnType<typeof offeredFor>>;

/** What became of each tool that worked for a message; those of no operation, such as `find_tools`, are left out. */
export function replayCalls(
  { runId: id, at, message: text, tools }: KeptMessage,
  [before, after]: readonly [Offered, Offered],
  [old, now]: readonly [Sources, Sources],
): Outcome[] {
  const [known, others] = [old, now].map((all) => [...all.values()].flatMap((one) => one.tools));
  return tools.flatMap((what): Outcome[] => {
    const then = known?.find(({ name }) => name === what);
    if (then?.operation === undefined) return [];
    if (!before.names.includes(what)) return [undefined];
    const name = others?.find((one) => isSameOperation(one, then))?.name;
    if (name !== undefined && after.names.includes(name)) return [[]];
    const behind = name === undefined ? -1 : after.nextBest.indexOf(name);
    const why =
      name === undefined ? 'it is gone' : behind < 0 ? 'far behind' : `${behind + 1}. behind`;
    return [[{ kind: 'no longer found', what, why, id, at, text }]];
  });
}

/** By method and path, whatever it is called; of an MCP server by name. */
function isSameOperation(one: Tool, other: Tool): boolean {
  const [place, otherPlace] = [one, other].map(({ name, operation }) =>
    operation && 'path' in operation ? placeOf(operation.method, operation.path) : name,
  );
  return one.source === other.source && place === otherPlace;
}

/** Losses for a terminal, those alike in one line; what users wrote only where `showsText`. */
export function lossLines(losses: readonly Loss[], showsText: boolean): string[] {
  const groups = new Map<string, string[]>();
  for (const { kind, what, why, text } of losses) {
    const head = `${kind}: ${what}: ${why}`;
    groups.set(head, [...(groups.get(head) ?? []), `  “${text}”`]);
  }
  return [...groups].flatMap(([head, texts]) => [
    texts.length === 1 ? head : `${head} (${texts.length} times)`,
    ...(showsText ? texts : []),
  ]);
}

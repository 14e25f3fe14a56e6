/** A CPU profile as V8 gives it. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: number[];
  }[];
  samples: number[];
  /** µs before each sample. */
  timeDeltas: number[];
}

/** Parts of a run by where their code lies; the first that fits counts. */
const PARTS: readonly (readonly [part: string, path: RegExp])[] = [
  ['the bench and its model', /\/bench\//],
  ['routing', /\/src\/agentloop\/routing\//],
  ['prompt', /\/src\/agentloop\/prompt\//],
  [
    'selection',
    /\/src\/(toolindex|agentloop\/(select|active|explain|short|near|found|kept|named|none))/,
  ],
  ['tools', /\/(src\/(agenttools|plugins)|samples)\//],
  ['loop', /\/src\/(agentloop|llm)\//],
  ['encoding', /\/src\/foundation\/sse\./],
  ['socket', /\/src\/agentapi\/(sse-writer|runs\/run-reader)\./],
  ['events', /\/src\/agentapi\/runs\//],
  ['log', /\/src\/store\//],
  ['observing', /\/src\/observe\//],
  ['request, checks, validation', /\/src\/(http|agentapi|foundation|app)\//],
  ['log', /\/node_modules\/pg/],
  ['request, checks, validation', /\/node_modules\//],
];
const IDLE = '(idle)';

/** µs by part: each sample counts for the nearest frame above it that has one. */
export function partsOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children } of nodes) for (const child of children ?? []) parents.set(child, id);
  const partOf = (id: number): string => {
    const { functionName } = byId.get(id)!.callFrame;
    if (functionName === '(garbage collector)') return 'collecting memory';
    if (functionName === IDLE) return IDLE;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url } = byId.get(at)!.callFrame;
      const part = PARTS.find(([, path]) => path.test(url))?.[0];
      if (part !== undefined) return part;
    }
    return "Node's own";
  };
  const known = new Map<number, string>();
  const sums = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const part = known.get(id) ?? partOf(id);
    known.set(id, part);
    sums.set(part, (sums.get(part) ?? 0) + timeDeltas[i]!);
  }
  sums.delete(IDLE);
  return sums;
}

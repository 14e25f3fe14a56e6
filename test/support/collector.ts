import { gunzipSync } from 'node:zlib';
import { serve } from './http-server.js';

/** A span as it arrived, its attributes as plain values. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  failed: boolean;
  attributes: Record<string, unknown>;
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
  attributes: { key: string; value: WireValue }[];
}

type WireValue = Record<string, unknown> & { arrayValue?: { values: WireValue[] } };

interface WireTraces {
  resourceSpans: {
    resource: { attributes: WireSpan['attributes'] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

/** What a collector that speaks OTLP over HTTP in JSON was sent. */
interface Collector {
  url: string;
  /** The paths and headers of all requests. */
  requests: { path: string; headers: NodeJS.Dict<string | string[]> }[];
  spans: SentSpan[];
  resource: Record<string, unknown>;
  close(): Promise<void>;
}

/** Starts a collector on a free port that takes everything. */
export async function startCollector(): Promise<Collector> {
  const collector: Omit<Collector, 'url' | 'close'> = { requests: [], spans: [], resource: {} };
  const server = await serve((request, response) => {
    collector.requests.push({ path: request.url ?? '', headers: request.headers });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const zipped = request.headers['content-encoding'] === 'gzip';
      take(collector, JSON.parse((zipped ? gunzipSync(body) : body).toString()) as WireTraces);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return Object.assign(collector, { url: server.url, close: () => server.close() });
}

function take(collector: Omit<Collector, 'url' | 'close'>, traces: WireTraces): void {
  for (const { resource, scopeSpans } of traces.resourceSpans) {
    collector.resource = plain(resource.attributes);
    for (const { spans } of scopeSpans) collector.spans.push(...spans.map(sent));
  }
}

function sent(span: WireSpan): SentSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
    failed: span.status?.code === 2,
    attributes: plain(span.attributes),
  };
}

function plain(attributes: WireSpan['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: WireValue): unknown {
  if (value.arrayValue) return value.arrayValue.values.map(plainValue);
  const [kind, plainest] = Object.entries(value)[0] ?? [];
  return kind === 'intValue' ? Number(plainest) : plainest;
}

/** Metrics in the text format of Prometheus, each series by its name and labels as they were written. */
export function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The series of one metric of ours: labels as written → value. */
export function seriesOf(metrics: Map<string, number>, name: string): Record<string, number> {
  const own = [...metrics].flatMap(([series, value]): [string, number][] => {
    const [, found, labels = ''] = /^sextant_(\w+?)(?:\{(.*)\})?$/.exec(series) ?? [];
    return found === name ? [[labels, value]] : [];
  });
  return Object.fromEntries(own);
}

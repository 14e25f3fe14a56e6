import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { serve } from './http-server.js';

/** A span as it arrived, its attributes as plain values. */
export type SentSpan = ReturnType<typeof sent>;

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

/** Starts a collector on a free port that speaks OTLP over HTTP in JSON, and keeps all that it is sent. */
export async function startCollector() {
  const collector = {
    requests: [] as { path: string; headers: NodeJS.Dict<string | string[]> }[],
    spans: [] as SentSpan[],
    resource: {} as Record<string, unknown>,
  };
  const server = await serve((request, response) => {
    const { url: path = '', headers } = request;
    collector.requests.push({ path, headers });
    void buffer(request).then((body) => {
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const { resourceSpans } = JSON.parse(text.toString()) as WireTraces;
      for (const { resource, scopeSpans } of resourceSpans) {
        collector.resource = plain(resource.attributes);
        for (const { spans } of scopeSpans) collector.spans.push(...spans.map(sent));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return Object.assign(collector, { url: server.url, close: () => server.close() });
}

function sent({ startTimeUnixNano, endTimeUnixNano, status, attributes, ...span }: WireSpan) {
  const [start, end] = [BigInt(startTimeUnixNano), BigInt(endTimeUnixNano)];
  return { ...span, start, end, failed: status?.code === 2, attributes: plain(attributes) };
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
  const lines = text.matchAll(/^([^#\n].*) (\S+)$/gm);
  return new Map([...lines].map(([, series = '', value]) => [series, Number(value)]));
}

/** The series of one metric of ours: labels as written → value. */
export function seriesOf(metrics: Map<string, number>, name: string): Record<string, number> {
  const own = [...metrics].flatMap(([series, value]): [string, number][] => {
    const [, found, labels = ''] = /^sextant_(\w+?)(?:\{(.*)\})?$/.exec(series) ?? [];
    return found === name ? [[labels, value]] : [];
  });
  return Object.fromEntries(own);
}

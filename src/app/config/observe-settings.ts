import type { SettingsReader } from '../../foundation/settings-reader.js';
import { withoutEnd } from '../../foundation/text.js';

/** A token that is shorter could be guessed. */
const MIN_TOKEN = 16;

export function readObserveSettings(read: SettingsReader) {
  const metricsToken = read.optional('METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < MIN_TOKEN)
    read.problem('METRICS_TOKEN', `must have at least ${MIN_TOKEN} characters`);
  return { metricsToken, traces: readTraces(read), talkLog: read.optional('TALK_LOG') };
}

/** The names are those of OpenTelemetry's own SDKs. */
function readTraces(read: SettingsReader) {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const headers = readHeaders(read);
  const serviceName = read.text('OTEL_SERVICE_NAME', 'sextant');
  if (endpoint === undefined) return undefined;
  return { url: `${withoutEnd(endpoint, /\//)}/v1/traces`, headers, serviceName };
}

/** `name=value,name=value`, values percent-encoded; the problem does not repeat them, as they hold keys. */
function readHeaders(read: SettingsReader): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS';
  const pairs = read.optional(name)?.split(',').map(splitPair) ?? [];
  if (pairs.every((pair) => pair !== undefined)) return Object.fromEntries(pairs);
  read.problem(name, 'must be name=value pairs with commas between, values percent-encoded');
  return {};
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

function splitPair(part: string): [string, string] | undefined {
  const at = part.indexOf('=');
  const key = part.slice(0, Math.max(at, 0)).trim();
  if (!HEADER_NAME.test(key)) return undefined;
  try {
    return [key, decodeURIComponent(part.slice(at + 1).trim())];
  } catch {
    return undefined;
  }
}

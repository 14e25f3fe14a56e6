import { settingsOf } from '../../../test/support/settings.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { readObserveSettings } from './observe-settings.js';

const read = (env: Environment) => settingsOf(env, readObserveSettings);

it('shows nothing to anybody that was not asked for', () =>
  expect(read({})).toEqual({ metricsToken: undefined, traces: undefined, talkLog: undefined }));

it('reads the variables of OpenTelemetry', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc=, x-team = erp',
    OTEL_SERVICE_NAME: 'erp-copilot',
  };
  expect(read(env).traces).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Basic abc=', 'x-team': 'erp' },
    serviceName: 'erp-copilot',
  });
});

it.each([
  ['METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hush-no-equals-sign'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'na me=hush'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%zz-hush'],
])('refuses %s=%s without repeating it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: must`));
  expect(() => read({ [name]: value })).not.toThrow(/hush/);
});

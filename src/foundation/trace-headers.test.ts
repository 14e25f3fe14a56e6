import { traceHeadersOf } from './trace-headers.js';

const traceparent = `00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01`;

it('takes a well-formed place, with the other systems’ places', () => {
  expect(traceHeadersOf({ traceparent })).toEqual({ traceparent });
  const both = { traceparent, tracestate: 'a=1' };
  expect(traceHeadersOf(both)).toEqual(both);
});

it.each([
  [{}],
  [{ tracestate: 'a=1' }],
  [{ traceparent: `${traceparent}\r\nx: y` }],
  [{ traceparent: traceparent.toUpperCase() }],
  [{ traceparent: [traceparent] }],
])('leaves out %j', (headers) => expect(traceHeadersOf(headers)).toEqual({}));

it('leaves out an endless list of places', () => {
  const headers = { traceparent, tracestate: `a=${'1'.repeat(600)}` };
  expect(traceHeadersOf(headers)).toEqual({ traceparent });
});

import { traceHeadersOf } from './trace-headers.js';

const traceparent = `00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01`;
const tracestate = 'a=1';

it.each<[object, object]>([
  [{ traceparent }, { traceparent }],
  [
    { traceparent, tracestate },
    { traceparent, tracestate },
  ],
  [{ traceparent, tracestate: `a=${'1'.repeat(600)}` }, { traceparent }],
  [{}, {}],
  [{ tracestate }, {}],
  [{ traceparent: `${traceparent}\r\nx: y` }, {}],
  [{ traceparent: traceparent.toUpperCase() }, {}],
  [{ traceparent: [traceparent] }, {}],
])('of %j it takes %j', (headers, taken) => expect(traceHeadersOf({ ...headers })).toEqual(taken));

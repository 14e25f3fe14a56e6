import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { useServer } from '../support/server.js';

const server = useServer();

test('the page travels compressed to who takes it, with the same headers', async () => {
  const html = await (await fetch(server.url)).text();
  const [script = ''] = /\/assets\/index-[^"]+\.js/.exec(html) ?? [];
  const ask = async (encodings: string) => {
    const asked = get(`${server.url}${script}`, { headers: { 'accept-encoding': encodings } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { headers: answer.headers, bytes: (await buffer(answer)).byteLength };
  };
  const plain = await ask('identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const encoding of ['br', 'gzip']) {
    const { headers, bytes } = await ask(encoding);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('accept-encoding');
    for (const name of ['content-type', 'content-security-policy', 'cache-control'])
      expect([name, headers[name]]).toEqual([name, plain.headers[name]]);
    expect(bytes).toBeLessThan(plain.bytes / 2);
  }
});

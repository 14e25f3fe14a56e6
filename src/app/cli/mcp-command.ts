import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { configError } from '../../foundation/errors.js';
import { parseUrl } from '../../foundation/parse-url.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import type { Command } from './cli-context.js';

const USUAL = 'http://127.0.0.1:3000';

/**
 * Stands between a desktop client that speaks over standard streams and a running server: every message is
 * passed on as it is, with the token of `SEXTANT_TOKEN`. Resolves when the client has gone.
 */
export const mcpCommand: Command = async (_words, { url = USUAL }, { env }) => {
  const base = parseUrl(url);
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw configError(`--url must be the address of a running server: ${USUAL}.`);
  const token = env['SEXTANT_TOKEN']?.trim() ?? '';
  const remote = new StreamableHTTPClientTransport(new URL('/mcp', base), {
    fetch: outboundFetch,
    requestInit: { headers: token === '' ? {} : { authorization: `Bearer ${token}` } },
  });
  const local = new StdioServerTransport();
  const gone = new Promise<void>((resolve) => {
    local.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  passOn(remote, local);
  passOn(local, remote);
  await remote.start();
  await local.start();
  await gone;
  await remote.close();
  return 0;
};

/** A message that cannot be passed on is answered with an error, so that nobody waits for it. */
function passOn(from: Transport, to: Transport): void {
  from.onmessage = (message) => {
    to.send(message).catch((error: unknown) => {
      const isRequest = 'method' in message && 'id' in message;
      const reason = error instanceof Error ? error.message : String(error);
      const answer = {
        jsonrpc: '2.0' as const,
        id: isRequest ? message.id : 0,
        error: { code: -32000, message: `Sextant cannot be reached (is it running?): ${reason}` },
      };
      if (isRequest) void from.send(answer).catch(() => {});
    });
  };
}

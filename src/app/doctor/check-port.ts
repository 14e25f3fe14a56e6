import { once } from 'node:events';
import { createServer } from 'node:net';
import { messageOf } from '../../foundation/errors.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { explainStart, type StartPlace } from '../explain-start.js';
import { fault, ok, type Finding } from './finding.js';

const ASK_MS = 2_000;

/** Whether a server could listen, or one of Sextant does already. */
export async function checkPort(place: StartPlace): Promise<Omit<Finding, 'what'>> {
  const { host, port } = place;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    return ok(port === 0 ? 'PORT=0 takes a free one' : `port ${port} of ${host} is free`);
  } catch (error) {
    if ((await isSextant(place)) && codeOf(error) === 'EADDRINUSE')
      return ok(`a Sextant server listens on port ${port} of ${host}`);
    return fault(messageOf(explainStart(error, place)));
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}

async function isSextant({ host, port }: StartPlace): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = name.includes(':') ? `[${name}]` : name;
  try {
    const answer = await outboundFetch(`http://${address}:${port}/health/live`, {
      signal: AbortSignal.timeout(ASK_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

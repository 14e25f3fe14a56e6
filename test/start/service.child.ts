import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '../../src/foundation/logger.js';
import { stopOnSignal } from '../../src/foundation/program.js';
import { stopWithSupervisor, tellSupervisor } from '../../src/app/supervised.js';

// A program for the supervisor, as good or bad as the word it is started with.

const [conduct] = process.argv.slice(2);
stopWithSupervisor();
if (conduct === 'polite') {
  stopOnSignal(async () => console.log('closed'), silentLogger);
  process.on('SIGHUP', () => console.log('hung up'));
}
if (conduct === 'ends') process.exit(3);
tellSupervisor({ step: 'Counting the stars', patience: 1 });
let answers = 0;
const isSick = () => conduct === 'sick' || (conduct === 'falters' && answers++ > 0);
const server = createServer((_request, response) => {
  response.writeHead(isSick() ? 503 : 200, { 'content-type': 'application/json' });
  response.end('{"data":{"__typename":"Query"}}');
});
server.listen(0, '127.0.0.1', () => {
  if (conduct === 'silent') return;
  tellSupervisor({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  console.log(`${conduct} ${process.pid}`);
});

// Commits rows one after the other and prints the number of each only after the database said so.
import { openEmbedded } from '../../src/store/embedded.js';

const [dataDir = ''] = process.argv.slice(2);
const db = await openEmbedded(dataDir);
await db.query('create table if not exists public.acknowledged (n serial primary key, pad text)');
console.log('open');
for (;;) {
  const [row] = await db.query<{ n: number }>(
    "insert into public.acknowledged (pad) values (repeat('x', 2000)) returning n",
  );
  process.stdout.write(`${row?.n}\n`);
}

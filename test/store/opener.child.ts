// Opens the embedded database and says so. As a writer it commits rows one after the other, and prints the number of each
// only after the database said so; else it closes the database when standard input ends, and leaves the rest to Node.
import { openEmbedded } from '../../src/store/embedded.js';

const [dataDir = '', task] = process.argv.slice(2);
const db = await openEmbedded(dataDir);
if (task !== 'write') process.stdin.resume().on('end', () => void db.close());
else
  await db.query('create table if not exists public.acknowledged (n serial primary key, pad text)');
console.log('open');
while (task === 'write') {
  const [row] = await db.query<{ n: number }>(
    "insert into public.acknowledged (pad) values (repeat('x', 2000)) returning n",
  );
  process.stdout.write(`${row?.n}\n`);
}

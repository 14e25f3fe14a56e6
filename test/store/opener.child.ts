// Opens the embedded database, says so, closes it when standard input ends, and leaves the rest to Node.
import { openEmbedded } from '../../src/store/embedded.js';

const [dataDir = ''] = process.argv.slice(2);
const db = await openEmbedded(dataDir);
console.log('open');
process.stdin.resume().on('end', () => void db.close());

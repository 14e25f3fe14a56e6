import { readConfig } from './config.js';
import { silentLogger } from './foundation/logger.js';
import { missedOf, reportText } from './toolcheck/report-text.js';
import { openTools } from './tools.js';

// `npm run tools:check`: prints how the catalogue's examples find their tools. Needs no database.

/** How many examples may miss; `--allow 5` on the command line. */
function allowed(args: readonly string[]): number {
  const at = args.indexOf('--allow');
  const value = at < 0 ? 0 : Number(args[at + 1]);
  if (Number.isInteger(value) && value >= 0) return value;
  console.error('--allow takes a whole number: how many examples may not be found.');
  return process.exit(2);
}

const limit = allowed(process.argv.slice(2));
const tools = openTools(readConfig(process.env), silentLogger);
try {
  while ((await tools.selection.settled()).kind === 'building');
  const report = await tools.check.report();
  const missed = missedOf(report);
  console.log(reportText(report));
  console.log(`\n${missed} examples do not get their tool, ${limit} allowed.`);
  if (missed > limit) process.exitCode = 1;
} finally {
  await tools.close();
}

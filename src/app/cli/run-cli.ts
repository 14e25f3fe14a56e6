import { AppError } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import { needsExplorerIn } from '../served/needs-explorer.js';
import { type CliContext, configIfAny } from './cli-context.js';
import { parseCli, type CliValues, USAGE } from './command-line.js';

/**
 * Runs one command; answers its exit code. Rejects with `config_error` that says what to correct. Each command is
 * loaded when it is asked for: what supervises a server is not to wait for all of them.
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  // Its options are its own.
  if (args[0] === 'eval')
    return (await import('./eval/eval-command.js')).evalCommand(args.slice(1), context);
  const { positionals, values } = parseCli(args);
  const [command, ...rest] = positionals;
  if (isOperation(command)) return operate(command, rest, values, context);
  switch (command) {
    case 'init': {
      const { initCommand } = await import('./init-command.js');
      context.say(
        `Wrote ${await initCommand(values, context)}. Now run "sextant check"; with a model configured, "sextant examples" makes the tools easier to find.`,
      );
      return 0;
    }
    case 'check':
    case 'tools':
    case 'examples':
    case 'tune':
    case 'bench-selection':
    case 'sources':
      return (await import('./source-commands.js')).sourceCommand(command, rest, values, context);
    case 'mcp':
      await (await import('./mcp-command.js')).bridgeMcp(values.url, context.env);
      return 0;
    case 'serve':
      return serve(values, context);
    case 'audit':
      return audit(rest, values, context);
    case 'plugin':
      return plugin(rest, values, context);
    default:
      context.say(USAGE);
      return command === undefined || values.help ? 0 : 1;
  }
}

/** Runs the server in this process, or with the explorer beside it in processes of their own. */
async function serve(values: CliValues, context: CliContext): Promise<number> {
  const env = { ...context.env, ...defined({ SEXTANT_CONFIG: values.config }) };
  if (needsExplorerIn(context.folder, env))
    return (await import('./serve-beside-explorer.js')).serveBesideExplorer(env, context.folder);
  const { runServer } = await import('../run-server.js');
  const { readServed } = await import('../served/served.js');
  await runServer(await readServed(env, context.folder), env);
  return 0;
}

async function plugin(
  [action, ...names]: readonly string[],
  values: CliValues,
  context: CliContext,
): Promise<number> {
  if (action !== 'test')
    throw new AppError('config_error', `What with the plugin? There is: plugin test.\n\n${USAGE}`);
  const { pluginReport } = await import('./plugin-command.js');
  const { folder, env } = context;
  const file = configIfAny(context, values.config);
  const report = await pluginReport({ names, folder, env, file, handsOn: values.reads ?? false });
  context.say(report.text);
  return report.failed ? 1 : 0;
}

async function audit(
  [action]: readonly string[],
  { seq, hash, after }: CliValues,
  { env, folder, say }: CliContext,
): Promise<number> {
  const known = seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
  const { auditCommand } = await import('./audit-command.js');
  const from = after === undefined ? undefined : Number(after);
  return auditCommand({ action, env, folder, say, ...defined({ known, after: from }) });
}

const OPERATIONS = ['doctor', 'migrate', 'backup', 'restore', 'move'] as const;
type Operation = (typeof OPERATIONS)[number];

function isOperation(command: string | undefined): command is Operation {
  return OPERATIONS.some((one) => one === command);
}

/** What operators do with the whole of a server. */
async function operate(
  command: Operation,
  [file]: readonly string[],
  values: CliValues,
  context: CliContext,
): Promise<number> {
  const env = { ...context.env, ...defined({ SEXTANT_CONFIG: values.config }) };
  const own = { ...context, env };
  if (command === 'doctor') {
    const { doctorCommand } = await import('./doctor-command.js');
    return doctorCommand({ ...own, asksModel: values.model ?? false });
  }
  if (command === 'migrate') {
    const { migrateCommand } = await import('./migrate-command.js');
    return migrateCommand(own);
  }
  const { backupCommand, moveCommand, restoreCommand } = await import('./backup-command.js');
  switch (command) {
    case 'backup':
      return backupCommand(file, own);
    case 'restore':
      return restoreCommand(file, own);
    case 'move':
      return moveCommand(values.to, own);
  }
}

import { defined } from '../../foundation/defined.js';
import { version } from '../version.js';
import { type CliContext, type Command, parseCli, USAGE } from './cli-context.js';

/** Each is loaded when it is asked for: what supervises a server is not to wait for all of them. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init-command.js')).initCommand,
  check: async () => (await import('./check-command.js')).checkCommand,
  tools: async () => (await import('./selection-commands.js')).toolsCommand,
  examples: async () => (await import('./examples/examples-command.js')).examplesCommand,
  tune: async () => (await import('./selection-commands.js')).tuneCommand,
  'bench-selection': async () => (await import('./selection-commands.js')).benchSelectionCommand,
  sources: async () => (await import('./sources-command.js')).sourcesCommand,
  mcp: async () => (await import('./sources-command.js')).mcpCommand,
  audit: async () => (await import('./audit-command.js')).auditCommand,
  verify: async () => (await import('./audit-command.js')).verifyCommand,
  doctor: async () => (await import('./doctor-command.js')).doctorCommand,
  migrate: async () => (await import('./backup-command.js')).migrateCommand,
  backup: async () => (await import('./backup-command.js')).backupCommand,
  restore: async () => (await import('./backup-command.js')).restoreCommand,
  move: async () => (await import('./backup-command.js')).moveCommand,
  serve: async () => (await import('./serve-command.js')).serveCommand,
  plugin: async () => (await import('./plugin-command.js')).pluginCommand,
};

export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  // Its options are its own.
  if (args[0] === 'eval')
    return (await import('./eval/eval-command.js')).evalCommand(args.slice(1), context);
  const { positionals, values } = parseCli(args);
  if (values.version) return (context.say(version), 0);
  const [name = '', ...words] = positionals;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const known = name === '' || values.help === true;
    context.say(known ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
    return known ? 0 : 1;
  }
  const env = { ...context.env, ...defined({ SEXTANT_CONFIG: values.config }) };
  return (await load())(words, values, { ...context, env });
}

import { fault, look, ok, type Finding } from './finding.js';

const OLDEST = [20, 19] as const;
/** Node 20 gets no security fixes since April 2026. */
const SUPPORTED = 22;

/** The version of Node, as `process.versions.node` has it. */
export function nodeFinding(version: string): Omit<Finding, 'what'> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return fault(`Node ${version} is too old: install ${OLDEST.join('.')} or newer, best 24.`);
  if (major < SUPPORTED)
    return look(`Node ${version} works, but gets no security fixes any more: install 22 or 24.`);
  return ok(`Node ${version}`);
}

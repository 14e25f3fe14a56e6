import { defined } from '../../../src/foundation/defined.js';
import { href } from '../shell/route.js';
import { ToolName } from './tool-name.js';
import styles from './check-list.module.css';

/** A tool's name that leads to it in the catalogue. */
export function ToolLink({ name, context }: { name: string; context?: string }) {
  const query = { ...defined({ context }), tool: name };
  return (
    <a className={styles.tool} href={href('tools', [], query)}>
      <ToolName name={name} />
    </a>
  );
}

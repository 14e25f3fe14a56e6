import { useOpened } from '../../../test/support/use-opened.js';
import {
  kills,
  prepare,
  reportOf,
  setKinds,
  type SetEnd,
} from '../../../test/support/change-set-faults.js';
import { Child } from '../../../test/support/child.js';
import { testDatabaseKinds, testSigner, isThin } from '../../../test/support/database.js';
import { makeKilledDatabase } from '../../../test/support/database-line.js';
import { startProjectsBackend } from '../../../test/support/projects-backend.js';
import { systemClock } from '../../foundation/clock.js';
import { AuditLog } from '../../store/audit-log.store.js';
import { ReceiptCheck, receiptLines } from '../../store/receipts.js';

const backend = useOpened(() => startProjectsBackend());
const SCRIPT = new URL('../../../test/support/change-set-kills.child.ts', import.meta.url);

/** Resolves once the backend has done a write that it never answers. */
function holdWrite(nth: number): Promise<void> {
  let sends = 0;
  return new Promise((done) => {
    backend.fault = () => {
      sends += 1;
      if (sends !== nth) return undefined;
      // After this turn the write is applied, and its sender waits.
      setImmediate(done);
      return { kind: 'hang', applies: true };
    };
  });
}

// Where a server is named it is that one; thinned, one of the two has the changes that are guarded.
const database = testDatabaseKinds.at(-1) ?? 'embedded';
const PLACES = isThin ? (database === 'postgres' ? [3] : [4]) : [1, 2, 3, 4, 5];

test.each(setKinds.flatMap((kind) => kills.map((point) => [kind, point] as const)))(
  `%s, a server that is killed %s of any of five changes, on ${database}`,
  async (kind, point) => {
    for (const at of PLACES) {
      const { place, look, remove } = await makeKilledDatabase(database);
      const isGuarded = at % 2 === 0;
      prepare(backend, isGuarded && kind === 'updates');
      const args = [place, backend.url, kind, String(isGuarded && kind === 'creates')];
      const held = point === 'after the send' ? holdWrite(at) : undefined;
      const first = new Child(SCRIPT, [...args, String(at), point]);
      const { setId } = JSON.parse(await first.line()) as { setId: string };
      await (held ?? first.line());
      await first.kill();
      backend.fault = () => undefined;
      const second = new Child(SCRIPT, [...args, '0', '', setId]);
      const end = JSON.parse(await second.line()) as SetEnd;
      expect(await second.exitCode()).toBe(0);
      const report = reportOf(end, backend.writes);
      expect(report).toMatchObject({ doubled: 0, lost: 0, endless: false });
      expect(report.states).not.toContain('applying');
      await look(async (db) => {
        const log = new AuditLog(db);
        expect(await log.verify()).toMatchObject({ ok: true });
        const receipts = new ReceiptCheck();
        for await (const lines of receiptLines(log, testSigner, systemClock))
          for (const line of lines.trimEnd().split('\n')) receipts.add(Buffer.from(line));
        expect(receipts.report()).toMatchObject({ faults: [], open: [], begun: 0 });
      });
      await remove();
    }
  },
  300_000,
);

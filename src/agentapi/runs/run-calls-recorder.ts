import { AppError } from '../../foundation/errors.js';
import type { CallRecord, CallRecorder } from '../../agentloop/call-record.js';
import type { GroupCommit, StoredRecord } from './group-commit.js';

/** Records a run's calls in its log: states ride along with the events that are stored anyway. */
export class RunCallsRecorder implements CallRecorder {
  private readonly started = new Set<string>();

  constructor(private readonly commit: Pick<GroupCommit, 'note' | 'flush'>) {}

  note(record: CallRecord): void {
    this.commit.note(stored(record));
  }

  async start(record: CallRecord): Promise<void> {
    if (record.effect !== 'read' && this.started.has(record.id)) {
      throw new AppError('conflict', `the call ${record.id} has been started before.`);
    }
    this.started.add(record.id);
    this.note({ ...record, state: 'started' });
    // A read that is lost can be repeated; of anything else a crash must not lose that it began.
    if (record.effect !== 'read') await this.commit.flush();
  }
}

/** The words under which effects are stored and clients know them. */
const STORED = { read: 'read', draft: 'write', propose: 'preview', none: 'none' } as const;

function stored(record: CallRecord): StoredRecord {
  return { ...record, effect: STORED[record.effect] };
}

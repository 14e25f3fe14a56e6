import { AppError } from '../../../foundation/errors.js';
import type { ResearchService } from '../research.service.js';
import { readRun, type ReaderDeps } from '../../../agentapi/runs/run-reader.js';

/** Where the events of researches are read. */
export interface StreamDeps extends Omit<ReaderDeps, 'graceMs'> {
  service: Pick<ResearchService, 'find'>;
}

/** The events of researches, read as those of runs are. Nobody needs to read for a research to continue. */
export class ResearchStreams {
  constructor(private readonly deps: StreamDeps) {}

  /**
   * The frames of the user's research after event `after`, to its terminal one, until `closed` is
   * aborted. Rejects with `not_found`, or `run_gone` when there are none after `after`.
   */
  async follow(
    userId: string,
    id: string,
    after: number,
    closed: AbortSignal,
  ): Promise<AsyncIterable<string>> {
    await this.deps.service.find(userId, id);
    const { lastSeq, batches } = await this.deps.log.read(id, after);
    const next = batches[0]?.first ?? lastSeq + 1;
    if (after > lastSeq || next > after + 1) throw gone(id);
    // Without a grace time: a research does not end because nobody reads it.
    return readRun(id, after, undefined, { ...this.deps, graceMs: 0 }, closed);
  }
}

function gone(id: string): AppError {
  return new AppError(
    'run_gone',
    `These events of the research are not there: deleted after their time, or after its last one. GET /v1/research/${id} has all that is known of it.`,
  );
}

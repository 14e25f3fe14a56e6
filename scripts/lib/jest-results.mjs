import { writeFileSync } from 'node:fs';

/**
 * A Jest reporter that leaves the run's totals in the file RESULTS_FILE names. Jest's own --json
 * would do, but it moves and adds lines of output.
 */
export default class ResultsReporter {
  /**
   * @param {unknown} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} results
   */
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
    const totals = { numPassedTests, numFailedTests, numRuntimeErrorTestSuites };
    if (process.env.RESULTS_FILE) writeFileSync(process.env.RESULTS_FILE, JSON.stringify(totals));
  }
}

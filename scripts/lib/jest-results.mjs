import { writeFileSync } from 'node:fs';

/**
 * A Jest reporter that leaves the run's totals, and the files that failed, in the file RESULTS_FILE
 * names. Jest's own --json would do, but it moves and adds lines of output.
 */
export default class ResultsReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/test-result').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    if (!process.env.RESULTS_FILE) return;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = results;
    const failedFiles = testResults
      .filter((file) => file.numFailingTests > 0 || file.testExecError)
      .map((file) => file.testFilePath);
    const totals = { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, failedFiles };
    writeFileSync(process.env.RESULTS_FILE, JSON.stringify(totals));
  }
}

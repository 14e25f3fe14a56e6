import { isFinal, isWaiting } from '../../src/plugins/research/stages.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { Child } from '../support/child.js';
import { copyTemplate, useFolder } from '../support/embedded-template.js';
import { answerAll, openEngine, question, resultOfResearch } from '../support/research.js';
import { plainSteps } from '../support/research-steps.js';
import { useOpened } from '../support/use-opened.js';

const CHILD = new URL('./research.child.ts', import.meta.url);
/** Longer than the test: nothing but a start frees the work of the dead. */
const LEASE_MS = 3_600_000;

const folder = useFolder();
const db = useOpened(async () => {
  await copyTemplate('store', folder.path);
  return openEmbedded(folder.path);
});
/** It answers for the user, and does no work while children do. */
const engine = useOpened(() => openEngine(db, plainSteps(), { leaseMs: LEASE_MS }));

/** The next process to do work, loaded while the one before works. */
const standby = () => new Child(CHILD, [folder.path, String(LEASE_MS)]);

/** Lets the user say what is asked for; false when nothing is. */
async function answer(id: string): Promise<boolean> {
  const { stage } = await engine.service.find('ada', id);
  if (stage === 'awaiting_approval') await engine.service.plan('ada', id, { approve: true });
  if (stage === 'awaiting_reply') await engine.service.reply('ada', id, '/end');
  return isWaiting(stage);
}

/** Where the next kill is: what the research was at when the process stood still, or rested. */
async function workUntilKilled(child: Child, id: string): Promise<string> {
  child.tell('go');
  const stands = child.line();
  const rests = engine.until('ada', id, ({ stage }) => isWaiting(stage) || isFinal(stage));
  const at = await Promise.race([stands, rests.then(({ stage }) => `rests at ${stage}`)]);
  await child.kill();
  // Called with the end instead of a line: that is what a kill is.
  await stands.catch(() => {});
  return at;
}

test('kill -9 after every checkpoint in turn: the research continues, and ends as if nothing had been', async () => {
  const research = question({ query: 'what is left after a kill?' });
  const { id } = await engine.service.begin('ada', research);
  const kills: string[] = [];
  let next = standby();
  try {
    while (!isFinal((await engine.service.find('ada', id)).stage)) {
      const child = next;
      next = standby();
      expect(await child.line()).toBe('ready');
      kills.push(await workUntilKilled(child, id));
      await answer(id);
    }
  } finally {
    await next.kill();
  }
  const killed = await engine.service.find('ada', id);
  // One process for every step: each did one, and died at the next or when nothing was left to do.
  expect(kills).toHaveLength(killed.steps);
  const rested = ['awaiting_reply', 'awaiting_approval', 'complete'].map((at) => `rests at ${at}`);
  expect(kills.filter((at) => at.startsWith('rests at'))).toEqual(rested);

  await engine.workers.start();
  const second = await engine.service.begin('ada', research);
  await engine.rest('ada', second.id);
  await engine.service.reply('ada', second.id, '/end');
  const undisturbed = await answerAll(engine, 'ada', second.id);
  expect(resultOfResearch(killed)).toEqual(resultOfResearch(undisturbed));
});

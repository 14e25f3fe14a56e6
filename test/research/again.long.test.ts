import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { createResearchSteps } from '../../src/plugins/research/research-steps.js';
import type { ResearchSteps } from '../../src/plugins/research/steps.js';
import { openTestDatabase } from '../support/database.js';
import { researchModel } from '../support/research-model.js';
import { answerAll, openEngine, question, resultOfResearch } from '../support/research.js';
import { useOpened } from '../support/use-opened.js';

const ACT = `# Radiation Protection Act

## Section 70 Radiation protection officer

(1) Whoever holds a licence appoints a radiation protection officer as section 43 of the Radiation Ordinance says.

(2) The appointment of the radiation protection officer is in writing and names the duties.

## Section 71 Duties

The holder of the licence keeps the officer informed. The duties under section 70 stay with the holder.
`;
const ORDINANCE = `# Radiation Ordinance

## Section 43 Duties of the officer

The radiation protection officer reports defects to the holder of the licence, as section 70 of the Radiation
Protection Act asks. The officer stops work when there is danger.

## Section 44 Canteen

The canteen serves soup.
`;

const db = useOpened(() => openTestDatabase('store'));
const knowledge = useOpened(() => openKnowledge({ db, embedder: undefined, logger: silentLogger }));
beforeAll(async () => {
  for (const [name, text] of Object.entries({ act: ACT, ordinance: ORDINANCE })) {
    const place = { userId: 'ada', kbId: 'default_kb', fileName: `${name}.md` };
    await knowledge.add({ ...place, kind: 'markdown', bytes: Buffer.from(text) });
  }
  await knowledge.idle();
});

/** The same steps, each started, left behind with all it brought, and done again: what a crash makes of them. */
function doneTwice(steps: ResearchSteps): ResearchSteps {
  const twice = Object.entries(steps).map(([name, step]) => {
    const run = step as (...given: unknown[]) => unknown;
    const again = (...given: unknown[]) => {
      // What is given is given whole again, so that nothing of the first time is in it.
      const first = run(...given.map((one, index) => (index === 0 ? structuredClone(one) : one)));
      return first instanceof Promise ? first.then(() => run(...given)) : run(...given);
    };
    return [name, again];
  });
  return Object.fromEntries(twice) as ResearchSteps;
}

async function resultWith(steps: ResearchSteps) {
  const engine = await openEngine(db, steps, { knowledge });
  try {
    await engine.workers.start();
    const asked = question({ query: 'What does the radiation protection officer have to do?' });
    const { id } = await engine.service.begin('ada', asked);
    return await answerAll(engine, 'ada', id);
  } finally {
    await engine.close();
  }
}

test('each real step done again after a crash is done once: the report is the same', async () => {
  const model = researchModel();
  const steps = createResearchSteps({ small: model, large: model }, []);
  const once = await resultWith(steps);
  expect(once).toMatchObject({ stage: 'complete' });
  expect(once.state.report?.sources.length).toBeGreaterThan(0);
  const again = await resultWith(doneTwice(steps));
  // What was asked twice has cost twice.
  const paid = ({ usage: _usage, ...rest }: ReturnType<typeof resultOfResearch>) => rest;
  expect(paid(resultOfResearch(again))).toEqual(paid(resultOfResearch(once)));
});

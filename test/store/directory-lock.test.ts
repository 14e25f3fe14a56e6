import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory, isRunning, startTimeOf } from '../../src/store/directory-lock.js';
import { Child } from '../support/child.js';
import { refused } from '../support/refused.js';
import { useFolders } from '../support/embedded-template.js';

const folder = useFolders();

/** Leaves the lock of a process as it would be found; `start` as the process's own unless given. */
function leaveLock(pid: number, start: string | null = startTimeOf(pid) ?? null): Promise<void> {
  const ticket = { pid, start, nonce: 'left', released: false };
  return writeFile(join(folder.path, 'server.5.lock'), JSON.stringify(ticket));
}

async function deadPid(): Promise<number> {
  const child = new Child(new URL('./contender.child.ts', import.meta.url));
  await child.line();
  await child.kill();
  return child.pid;
}

test('a lock is refused while held, naming the process and the ways out, and free after release', async () => {
  const lock = await lockDirectory(folder.path);
  const words = new RegExp(`in use by process ${process.pid} .*kill ${process.pid}.*DATA_DIR`);
  await refused(lockDirectory(folder.path), 'database_locked', words);
  await lock.release();
  await lock.release();
  await (await lockDirectory(folder.path)).release();
});

test.each([
  ['a live process', undefined],
  ['a live process whose start is unknown', null],
])('a lock of %s is never taken', async (_name, start) => {
  await leaveLock(process.ppid, start);
  await expect(lockDirectory(folder.path)).rejects.toThrow(`process ${process.ppid}`);
});

test('a lock of a dead process is taken over', async () => {
  await leaveLock(await deadPid(), null);
  await (await lockDirectory(folder.path)).release();
});

const whereStartIsKnown = startTimeOf(process.pid) === undefined ? test.skip : test;
whereStartIsKnown.each([
  ['a dead process whose number another one got', process.ppid],
  ['this very number from before a restart', process.pid],
])('a lock of %s is taken over', async (_name, pid) => {
  await leaveLock(pid, 'another-boot:1');
  await (await lockDirectory(folder.path)).release();
});

test('a lock that is no ticket, or was cut short, holds nothing', async () => {
  await writeFile(join(folder.path, 'server.5.lock'), '{"pid":');
  await (await lockDirectory(folder.path)).release();
});

test('a lock leaves no more than the last tickets behind', async () => {
  for (let i = 0; i < 5; i++) await (await lockDirectory(folder.path)).release();
  expect((await readdir(folder.path)).length).toBeLessThanOrEqual(2);
});

test('a killed process does not run, not even before its parent has noticed', async () => {
  const child = new Child(new URL('./contender.child.ts', import.meta.url));
  await child.line();
  const start = startTimeOf(child.pid);
  expect(isRunning(child.pid, start)).toBe(true);
  process.kill(child.pid, 'SIGKILL');
  await child.rest();
  // Its output closes a moment before it is dead. Waiting without a turn of the event loop keeps this
  // process, its parent, from noticing the end: what is seen at last is the zombie.
  const patience = performance.now() + 5_000;
  while (isRunning(child.pid, start) && performance.now() < patience);
  expect(isRunning(child.pid, start)).toBe(false);
});

test('of processes that start at once exactly one gets the folder.path, also past a stale lock', async () => {
  const script = new URL('./contender.child.ts', import.meta.url);
  const contenders = Array.from({ length: 4 }, () => new Child(script));
  try {
    await Promise.all(contenders.map((each) => each.line()));
    const dead = await deadPid();
    for (let round = 0; round < 30; round++) {
      const place = join(folder.path, `round-${round}`);
      if (round % 2 === 0) {
        await (await lockDirectory(place)).release();
        const ticket = { pid: dead, start: null, nonce: 'left', released: false };
        await writeFile(join(place, 'server.7.lock'), JSON.stringify(ticket));
      }
      contenders.forEach((each) => each.tell(place));
      const answers = await Promise.all(contenders.map((each) => each.line()));
      const winners = contenders.filter((_, i) => answers[i] === 'locked');
      expect(winners).toHaveLength(1);
      const words = new RegExp(`^database_locked .*in use by process ${winners[0]?.pid}\\.`);
      for (const answer of answers.filter((one) => one !== 'locked')) expect(answer).toMatch(words);
      contenders.forEach((each) => each.tell(''));
      await Promise.all(contenders.map((each) => each.line()));
    }
  } finally {
    await Promise.all(contenders.map((each) => each.kill()));
  }
});

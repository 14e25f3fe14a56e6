import { EventEmitter } from 'node:events';
import { answerOf, type Answering } from './parse-document.js';

class Process extends EventEmitter {
  connected = true;
}

const start = () => {
  const process = new Process();
  return { process, answer: answerOf(process as unknown as Answering) };
};

test('a message that is read after the end of its process is its answer', async () => {
  const { process, answer } = start();
  process.emit('exit', 0);
  process.emit('message', { parsed: 1 });
  process.emit('disconnect');
  expect(await answer).toEqual({ parsed: 1 });
});

test('a process that ends without a message has none', async () => {
  const { process, answer } = start();
  process.emit('exit', 86);
  process.emit('disconnect');
  expect(await answer).toBeUndefined();
  const late = start();
  late.process.connected = false;
  late.process.emit('exit', null, 'SIGKILL');
  expect(await late.answer).toBeUndefined();
});

test('a process that does not start is told', async () => {
  const { process, answer } = start();
  process.emit('error', new Error('EAGAIN'));
  await expect(answer).rejects.toMatchObject({ code: 'internal' });
});

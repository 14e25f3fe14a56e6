// Tries to lock each directory it is told, prints what came of it, and releases on an empty line.
import { createInterface } from 'node:readline';
import { AppError } from '../../src/foundation/errors.js';
import { lockDirectory, type DirectoryLock } from '../../src/store/directory-lock.js';

let held: DirectoryLock | undefined;
console.log('ready');
for await (const line of createInterface(process.stdin)) {
  if (line === '') {
    await held?.release();
    held = undefined;
    console.log('released');
    continue;
  }
  try {
    held = await lockDirectory(line);
    console.log('locked');
  } catch (error) {
    console.log(error instanceof AppError ? `${error.code} ${error.message}` : String(error));
  }
}

// Imported first by every command: says what is wrong before anything newer than the found Node is used.
const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Sextant needs Node ${OLDEST.join('.')} or newer; this is ${process.version} (${process.execPath}).\n` +
      'Install a current Node from nodejs.org or with your version manager, then run the command again.',
  );
  process.exit(1);
}

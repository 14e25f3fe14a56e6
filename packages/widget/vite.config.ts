import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { tsconfigPaths: true },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox113'],
    reportCompressedSize: false,
    // One classic script, so that one line of HTML is enough.
    lib: { entry: 'src/index.ts', formats: ['iife'], name: 'sextant', fileName: () => 'embed.js' },
  },
});

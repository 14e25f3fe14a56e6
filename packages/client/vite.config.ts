import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    outDir: 'dist',
    target: 'es2022',
    reportCompressedSize: false,
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
  },
});

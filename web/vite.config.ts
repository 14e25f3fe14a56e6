import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/** Where `npm run dev:page` finds a running server. */
const SERVER = process.env['SEXTANT_URL'] ?? 'http://127.0.0.1:3000';

// The page names every browser feature it needs (light-dark() is the newest): nothing is polyfilled.
const BROWSERS = ['chrome123', 'safari17.5', 'firefox120'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { tsconfigPaths: true },
  // Beside each file what the server sends to browsers that take it: nothing is compressed twice.
  plugins: [
    compression({
      threshold: 1024,
      algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')],
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Of what is bundled; the licences ask for it.
    license: { fileName: 'licences.md' },
    target: BROWSERS,
    cssTarget: BROWSERS,
    // An inlined file would be a data: address, which the page's policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'openapi.html'].map((name) =>
        fileURLToPath(new URL(name, import.meta.url)),
      ),
      checks: { moduleLevelDirective: false },
    },
  },
  server: { proxy: { '/v1': SERVER, '/health': SERVER, '/sign-in.json': SERVER } },
});

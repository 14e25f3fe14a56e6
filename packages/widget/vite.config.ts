import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** What is built: the element, or with `--mode preview-app` the page of a preview that MCP hosts show. */
export default defineConfig(({ mode }) => {
  const isApp = mode === 'preview-app';
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { tsconfigPaths: true },
    plugins: isApp ? [onePage()] : [],
    build: {
      outDir: 'dist',
      emptyOutDir: !isApp,
      target: ['chrome111', 'safari16.4', 'firefox113'],
      reportCompressedSize: false,
      // One classic script, so that one line of HTML is enough.
      lib: {
        entry: isApp ? 'src/preview-app.ts' : 'src/element.ts',
        formats: ['iife'],
        name: 'sextant',
        fileName: () => (isApp ? 'preview-app.js' : 'embed.js'),
      },
    },
  };
});

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 12px }
strong, dd { unicode-bidi: plaintext; overflow-wrap: anywhere }
dl { margin: 8px 0 }
dd { margin: 0 0 6px }
del { opacity: 0.7 }
ins { text-decoration: none; font-weight: 600 }
pre { overflow: auto; max-block-size: 20rem }
.muted { opacity: 0.75 }
.problem { color: light-dark(#b3261e, #ff8a80) }
.row { display: flex; gap: 8px; margin-block-start: 12px }
button { font: inherit; padding: 6px 14px }`;

/** The script in one page that asks nobody for anything: its own policy lets it run this program and no other. */
function onePage(): Plugin {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return {
    name: 'one-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunk = bundle['preview-app.js'];
      if (chunk?.type !== 'chunk') throw new Error('there is no program');
      const script = chunk.code.replaceAll('</script', '<\\/script');
      const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'`;
      const source = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}"><title>Preview</title><style>${STYLE}</style><main></main><script>${script}</script></html>`;
      delete bundle['preview-app.js'];
      this.emitFile({ type: 'asset', fileName: 'preview-app.html', source });
    },
  };
}

// Bundles a page of examples/ for a test: EXAMPLE_ALIAS names other packages in place of some.
export default {
  base: './',
  logLevel: 'error',
  resolve: { alias: JSON.parse(process.env['EXAMPLE_ALIAS'] ?? '{}') },
  build: {
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
};

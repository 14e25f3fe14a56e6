/** Rules of this project that oxlint does not bring. */
export default {
  meta: { name: 'sextant' },
  rules: {
    'no-spread-literals': rule('Write its items without `...` around them.', [
      'ObjectExpression > SpreadElement > ObjectExpression',
      'JSXSpreadAttribute > ObjectExpression',
      'SpreadElement > :matches(ArrayExpression, TSAsExpression > ArrayExpression)',
    ]),
    'no-effect-expressions': rule(
      'What an effect returns React calls to clean up: give it braces.',
      ["CallExpression[callee.name='useEffect'] > ArrowFunctionExpression[expression=true]"],
    ),
  },
};

/**
 * Reports every part that one of the selectors names.
 * @param {string} message
 * @param {string[]} selectors
 */
function rule(message, selectors) {
  /** @param {{ report: (finding: { node: unknown, message: string }) => void }} context */
  const create = (context) =>
    Object.fromEntries(
      selectors.map((selector) => [
        selector,
        /** @param {unknown} node */ (node) => context.report({ node, message }),
      ]),
    );
  return { create };
}

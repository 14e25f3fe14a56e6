import fc from 'fast-check';

/** What every property starts from, so that a test fails on one machine as on another. */
const FIXED_SEED = 20261122;

// `npm run test:random` names another one.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? FIXED_SEED) });

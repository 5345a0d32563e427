import fc from 'fast-check';

/**
 * Property tests are repeatable: the same inputs in every run, so that a green build stays green.
 * `FUZZ=1 npm test` looks for new counterexamples with a seed of its own, `FUZZ=<seed>` repeats one.
 */
const wish = process.env['FUZZ'];
if (wish === undefined || wish === '') fc.configureGlobal({ seed: 20_261_121 });
else if (wish !== '1') fc.configureGlobal({ seed: Number(wish) });

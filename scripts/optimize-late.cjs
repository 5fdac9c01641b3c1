// Read first by every Node process of `npm test`, and by the workers of Vitest alone (vitest.config.ts). They end after a minute or two,
// and hardly any function runs often enough for V8 to win back the time of optimizing it: eleven times the usual use of one has to come
// first.
require('node:v8').setFlagsFromString('--interrupt-budget=1500000')

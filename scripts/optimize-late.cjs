// Loaded first by every Node process of `npm test`, and by Vitest's workers alone (vitest.config.ts). They end after a
// minute or two, too soon for V8's optimizer to pay off, so a function must run eleven times as long as usual before it
// is optimized.
require('node:v8').setFlagsFromString('--interrupt-budget=1500000')

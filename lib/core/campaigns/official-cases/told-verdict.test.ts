import { expect, test } from 'vitest'
import { isToldVerdict } from './told-verdict'

const judged = (checks: string[], failed: string | null, told: string | null) =>
  ({
    official: { checks },
    judged: { verdict: failed === null ? 'passed' : 'failed', failed, run: { told, toldBy: 'driver' } },
  }) as unknown as Parameters<typeof isToldVerdict>[0]

test.each([
  ['a refusal that was told', judged(['vci.fault.refused'], null, 'error'), true],
  [
    'a refusal test that another check of the wire fails',
    judged(['vp.negative.rejected', 'vp.error.fits'], 'vp.error.fits', 'error'),
    false,
  ],
  [
    'a check of the wire in a session that ended with a report',
    judged(['vci.wallet_attestation.pop_alg'], null, 'error'),
    false,
  ],
  ['the same, failed', judged(['vci.wallet_attestation.pop_alg'], 'vci.wallet_attestation.pop_alg', 'error'), false],
  ['a refusal that nobody told', judged(['vci.fault.refused'], null, null), false],
  ['a session that was ended because nobody can tell', judged(['vci.fault.refused'], null, 'nothing'), false],
])('%s', (_, one, isTold) => {
  expect(isToldVerdict(one)).toBe(isTold)
})

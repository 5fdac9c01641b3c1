import { afterAll, beforeAll, describe, it } from 'vitest'
import { pairwise } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { ofToday } from '@/scripts/thorough.mjs'
import { describeCombination, issuanceCombinations } from '../matrix/combinations'
import { expectIssued } from '../matrix/expect-issued'
import { type MatrixService, startMatrixService } from '../matrix/matrix-service'

let matrix: MatrixService
beforeAll(async () => {
  matrix = await startMatrixService()
})
afterAll(() => matrix.service.close())

/** The variants of the authorization code flow. */
const codeFlow = issuanceCombinations.filter(
  ({ flow, format, encrypted, proof, attestedKeys }) =>
    flow === 'authorization_code' &&
    format === 'sd-jwt' &&
    !encrypted &&
    (proof === 'jwk' || proof === 'plain jwk') &&
    attestedKeys === 1,
)

/**
 * Every pair of choices occurs within this flow too, on one of three days: issuer, form of the offer, client authentication, DPoP nonces. `laboratory.test.ts`
 * and `second-client.test.ts` have every pair of fewer choices each day.
 */
describe('the reference wallet gets its credential by an authorization code', () => {
  it.each(ofToday(pairwise(codeFlow)).map((combination) => [describeCombination(combination), combination] as const))(
    '%s',
    (_words, combination) => expectIssued(matrix, combination),
  )
})

covers('A1.7', 'A4.46')
/** Every pair of choices occurs on one of three days; `npm run matrix` tries all combinations. */
describe('the reference wallet gets its credentials', () => {
  it.each(
    ofToday(pairwise(issuanceCombinations)).map(
      (combination) => [describeCombination(combination), combination] as const,
    ),
  )('%s', (_words, combination) => expectIssued(matrix, combination))
})

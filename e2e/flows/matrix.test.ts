import { afterAll, beforeAll, describe, it } from 'vitest'
import { pairwise } from '@/lib/testing/combinations'
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

/** Every pair of choices occurs within this flow too: issuer, form of the offer, client authentication, DPoP nonces. */
describe('the reference wallet gets its credential by an authorization code', () => {
  it.each(pairwise(codeFlow).map((combination) => [describeCombination(combination), combination] as const))(
    '%s',
    (_words, combination) => expectIssued(matrix, combination),
  )
})

/** Every pair of choices occurs; `npm run matrix` tries all combinations. */
describe('the reference wallet gets its credentials', () => {
  it.each(
    pairwise(issuanceCombinations).map((combination) => [describeCombination(combination), combination] as const),
  )('%s', (_words, combination) => expectIssued(matrix, combination))
})

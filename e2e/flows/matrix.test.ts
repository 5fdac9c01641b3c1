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

/** The ways through the authorization code flow that differ in what this flow adds. */
const codeFlow = issuanceCombinations.filter(
  ({ flow, format, encrypted, proof, attestedKeys }) =>
    flow === 'authorization_code' &&
    format === 'sd-jwt' &&
    !encrypted &&
    (proof === 'jwk' || proof === 'plain jwk') &&
    attestedKeys === 1,
)

/** Every pair of choices comes up within the flow too: issuer, form of the offer, client authentication, DPoP nonces. */
describe('the reference wallet gets its credential by an authorization code', () => {
  it.each(pairwise(codeFlow).map((combination) => [describeCombination(combination), combination] as const))(
    '%s',
    (_words, combination) => expectIssued(matrix, combination),
  )
})

/** Every pair of choices comes up; `npm run matrix` tries all of them together. */
describe('the reference wallet gets its credentials', () => {
  it.each(
    pairwise(issuanceCombinations).map((combination) => [describeCombination(combination), combination] as const),
  )('%s', (_words, combination) => expectIssued(matrix, combination))
})

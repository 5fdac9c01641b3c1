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

/** Every pair of choices comes up; `npm run matrix` tries all of them together. */
describe('the reference wallet gets its credentials', () => {
  it.each(
    pairwise(issuanceCombinations).map((combination) => [describeCombination(combination), combination] as const),
  )('%s', (_words, combination) => expectIssued(matrix, combination))
})

import { afterAll, beforeAll, describe, it } from 'vitest'
import { pairwise } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { describeCombination, issuanceCombinations } from '../matrix/combinations'
import { expectIssued } from '../matrix/expect-issued'
import { type MatrixService, startMatrixService } from '../matrix/matrix-service'

let matrix: MatrixService
beforeAll(async () => {
  matrix = await startMatrixService()
})
afterAll(() => matrix.service.close())

covers('A1.7', 'A4.46')
/** Every pair of choices; `npm run matrix` tries all combinations. */
describe('the reference wallet gets its credentials', () => {
  it.each(
    pairwise(issuanceCombinations).map((combination) => [describeCombination(combination), combination] as const),
  )('%s', (_words, combination) => expectIssued(matrix, combination))
})

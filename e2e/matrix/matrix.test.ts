import { afterAll, beforeAll, describe, it } from 'vitest'
import { describeCombination, issuanceCombinations } from './combinations'
import { expectIssued } from './expect-issued'
import { type MatrixService, startMatrixService } from './matrix-service'

let matrix: MatrixService
beforeAll(async () => {
  matrix = await startMatrixService()
})
afterAll(() => matrix.service.close())

describe('every combination', () => {
  it.each(issuanceCombinations.map((combination) => [describeCombination(combination), combination] as const))(
    '%s',
    (_words, combination) => expectIssued(matrix, combination),
  )
})

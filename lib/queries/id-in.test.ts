import { describe, expect, it } from 'vitest'
import { idIn } from './id-in'

const id = '5d2f8b14-9c3e-4a70-8f65-b1e07d94c3a2'
const other = '0b7c1a92-3d5e-4e8b-a6f1-94c2d07e5b38'

describe('one side of a comparison', () => {
  it.each([
    [id, id],
    [` ${id.toUpperCase()}\n`, id],
    [`https://capture.example/inspect/campaign/${id}`, id],
    [`https://capture.example/inspect/issuance/${id}?exchange=1#check`, id],
    [`https://capture.example/compare?before=${other}&after=${id}`, id],
    [' no id ', 'no id'],
  ])('is found in %j', (typed, found) => {
    expect(idIn(typed)).toBe(found)
  })
})

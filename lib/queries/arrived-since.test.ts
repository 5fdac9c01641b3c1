import { describe, expect, it } from 'vitest'
import { arrivedSince } from './arrived-since'

const record = (id: string, seconds: number) => ({ id, at: new Date(1_800_000_000_000 + seconds * 1000).toISOString() })
const idsAfter = (after: string | null) =>
  arrivedSince([record('old', 0), record('slow', 29), record('known', 30), record('new', 31)], after).map(
    ({ id }) => id,
  )

describe('arrivedSince', () => {
  it('has what came later, and what arrived before and was answered after it', () => {
    expect(idsAfter('known')).toEqual(['slow', 'new'])
  })

  it.each([null, 'nobody'])('has all after %s', (after) => {
    expect(idsAfter(after)).toEqual(['old', 'slow', 'known', 'new'])
  })
})

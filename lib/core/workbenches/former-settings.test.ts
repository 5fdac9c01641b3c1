import { describe, expect, it } from 'vitest'
import { formerSettings } from './former-settings'

const formerOf = (issuance: object, former: readonly object[], next: object) =>
  formerSettings(
    { issuance, presentation: {}, former: { issuance: former, presentation: [] } } as never,
    { issuance: next, presentation: {} } as never,
  ).issuance

describe('settings that a workbench had before', () => {
  it('are the last five other ones, newest first', () => {
    const old = [{ n: 4 }, { n: 3 }, { n: 2 }, { n: 1 }, { n: 0 }]
    expect(formerOf({ n: 5 }, old, { n: 6 })).toEqual([{ n: 5 }, { n: 4 }, { n: 3 }, { n: 2 }, { n: 1 }])
    expect(formerOf({ n: 5 }, old, { n: 2 })).toEqual([{ n: 5 }, { n: 4 }, { n: 3 }, { n: 1 }, { n: 0 }])
    expect(formerOf({ n: 5 }, old, { n: 5 })).toEqual(old)
  })

  it('leave out what has no room: large settings would make each read of the workbench large', () => {
    const large = { text: 'x'.repeat(33_000) }
    expect(formerOf(large, [{ n: 1 }], { n: 2 })).toEqual([])
    expect(formerOf({ n: 1 }, [large, { n: 0 }], { n: 2 })).toEqual([{ n: 1 }])
  })
})

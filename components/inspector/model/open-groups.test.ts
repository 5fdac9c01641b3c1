import { describe, expect, it } from 'vitest'
import { isOpen, withFolded, withOpen } from './judged-check'

const groups = ['vci.token', 'vci.dpop', 'vci.proof']

describe('the groups of checks that a URL unfolds', () => {
  it('are none without a word about them', () => {
    expect(groups.filter((group) => isOpen({}, group))).toEqual([])
  })

  it('are all that were unfolded one by one, and the rest of the target stays', () => {
    const target = withOpen(withOpen({ exchange: 'e1' }, 'vci.dpop'), 'vci.proof')
    expect(target).toEqual({ exchange: 'e1', open: 'vci.dpop,vci.proof' })
    expect(groups.filter((group) => isOpen(target, group))).toEqual(['vci.dpop', 'vci.proof'])
    expect(withOpen(target, 'vci.dpop')).toEqual(target)
  })

  it('are all but the one that was folded after all were unfolded', () => {
    const target = withFolded({ all: '1', tab: 'checks' }, 'vci.dpop', groups)
    expect(target).toEqual({ tab: 'checks', open: 'vci.token,vci.proof' })
    expect(withOpen({ all: '1' }, 'vci.dpop')).toEqual({ all: '1' })
  })

  it('leave no trace once the last one is folded', () => {
    expect(withFolded({ open: 'vci.dpop' }, 'vci.dpop', groups)).toEqual({})
  })
})

import { describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { onParentGone } from './processes.mjs'

describe('the end of the parent', () => {
  covers('D26')
  it('is told once, when there is another one', () => {
    vi.useFakeTimers()
    try {
      let parent = 17
      const gone = vi.fn()
      onParentGone(gone, { parent: () => parent, everyMs: 10 })
      vi.advanceTimersByTime(1000)
      expect(gone).not.toHaveBeenCalled()
      parent = 1
      vi.advanceTimersByTime(10)
      expect(gone).toHaveBeenCalledTimes(1)
      parent = 2
      vi.advanceTimersByTime(1000)
      expect(gone).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})

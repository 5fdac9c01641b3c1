import { expect } from 'vitest'
import { isWording } from '@/lib/core/ground/values/wording'

/** A Wording equals its text, so that tests of checks read like the findings: who wrote which part is tested by itself. */
expect.addEqualityTesters([
  (one, other) => {
    if (isWording(one) && typeof other === 'string') return one.toString() === other
    if (isWording(other) && typeof one === 'string') return other.toString() === one
    return undefined
  },
])
